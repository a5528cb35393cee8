import type { AnswerOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { showNumber } from '../time.ts';
import { Figure } from '../ui/figure.tsx';
import { Section } from '../ui/page.tsx';
import { Bars } from '../ui/plots.tsx';

type Loads = AnswerOf<'getWorkQueue'>['loads'];

/** Shows how many incomplete records and overdue tasks each adviser has. */
export function TeamLoad({ loads }: { loads: Loads }) {
  const t = useWords('queue');
  const [first] = loads;
  if (!first) return null;
  return (
    <Section title={t('load.title')}>
      <Figure
        sentence={t('load.sentence', { name: first.name })}
        table={{
          columns: [t('load.name'), t('load.papers'), t('load.tasks')],
          rows: loads.map(({ name, incomplete, overdue }) => [name, incomplete, overdue]),
        }}
      >
        <Bars
          label={t('load.title')}
          bars={loads.map(({ name, incomplete, overdue }) => ({
            label: name,
            value: incomplete + overdue,
            shown: showNumber(incomplete + overdue),
          }))}
        />
      </Figure>
    </Section>
  );
}
