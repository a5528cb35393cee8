import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { peopleConditions } from '../people/list-conditions.ts';
import type { Readiness } from '../people/readiness-mark.tsx';
import { showNumber } from '../time.ts';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { CountedBars } from './counted-bars.tsx';
import { options } from './use-has.ts';

const states = ['READY', 'INCOMPLETE', 'ATTENTION'] as const satisfies Readiness['status'][];

/** Shows how complete the records of clients are now; each bar leads to those people. */
export function Quality() {
  const t = useWords('insights');
  const enums = useWords('enums');
  const ask = (readiness: string) => ({
    body: { filters: peopleConditions({ type: 'CLIENT', readiness }), size: 1 },
  });
  const ready = useRead('filterContacts', ask('READY'), options);
  const incomplete = useRead('filterContacts', ask('INCOMPLETE'), options);
  const attention = useRead('filterContacts', ask('ATTENTION'), options);
  const all = [ready, incomplete, attention];
  const waiting = all.find(({ data }) => data === undefined) ?? ready;
  return (
    <Section title={t('quality.title')}>
      <Read of={waiting} skeleton={<Lines count={4} height={28} />}>
        {() => {
          const bars = states.map((readiness, index) => {
            const value = all[index]?.data?.totalElements ?? 0;
            return {
              label: enums(`readiness.${readiness}`),
              value,
              shown: showNumber(value),
              href: pathTo('people', { type: 'CLIENT', readiness }),
            };
          });
          const sentence = t('quality.sentence', {
            ready: bars[0]?.shown,
            total: showNumber(bars.reduce((sum, { value }) => sum + value, 0)),
          });
          return <CountedBars bars={bars} sentence={sentence} />;
        }}
      </Read>
    </Section>
  );
}
