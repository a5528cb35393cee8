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

/** Shows how complete the records of clients are now; each bar leads to those people. */
export function Quality() {
  const t = useWords('insights');
  const enums = useWords('enums');
  const ask = (readiness: Readiness['status']) => ({
    body: { filters: peopleConditions({ type: 'CLIENT', readiness }), size: 1 },
  });
  const reads = {
    READY: useRead('filterContacts', ask('READY'), options),
    INCOMPLETE: useRead('filterContacts', ask('INCOMPLETE'), options),
    ATTENTION: useRead('filterContacts', ask('ATTENTION'), options),
  } satisfies Record<Readiness['status'], unknown>;
  const waiting = Object.values(reads).find(({ data }) => data === undefined) ?? reads.READY;
  return (
    <Section title={t('quality.title')}>
      <Read of={waiting} skeleton={<Lines count={4} height={28} />}>
        {() => {
          const bars = Object.entries(reads).map(([readiness, { data }]) => {
            const value = data?.totalElements ?? 0;
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
