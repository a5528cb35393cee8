import { useWords } from '../i18n/words.ts';
import { Figure } from '../ui/figure.tsx';
import { type Bar, Bars } from '../ui/plots.tsx';

/** Counts as bars with the sentence that they say; a bar that leads somewhere is a link. */
export function CountedBars({ bars, sentence }: { bars: readonly Bar[]; sentence: string }) {
  const t = useWords('insights');
  const table = {
    columns: [t('table.group'), t('table.count')],
    rows: bars.map(({ label, value }) => [label, value]),
  };
  return (
    <Figure sentence={sentence} table={table}>
      <Bars label={sentence} bars={bars} />
    </Figure>
  );
}

/** Returns values from the first that is not zero on: a plot begins where its data begin. */
export function fromFirst<T>(rows: readonly T[], measure: (row: T) => number): readonly T[] {
  const first = rows.findIndex((row) => measure(row) > 0);
  return first < 0 ? [] : rows.slice(first);
}

export const sumOf = <T,>(rows: readonly T[], measure: (row: T) => number) =>
  rows.reduce((sum, row) => sum + measure(row), 0);
