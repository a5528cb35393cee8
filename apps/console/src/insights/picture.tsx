import { useWords } from '../i18n/words.ts';
import { showNumber } from '../time.ts';
import { Figure } from '../ui/figure.tsx';
import { Heatmap } from '../ui/heatmap.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Lines } from '../ui/states.tsx';
import classes from './insights.module.css';
import type { Answer } from './question.ts';
import { type Steps, weekHours } from './series.ts';
import { useDayNames } from './use-day-names.ts';

// The charts come after the page has been drawn.
const Chart = lazyPart(
  () => import('./chart.tsx'),
  ({ height }) => (
    <div aria-busy="true" style={{ height }}>
      <Lines count={5} height={32} />
    </div>
  ),
);

type Props = { kind: 'area' | 'bars'; steps: Steps; title: string; height?: number };

/** A chart over time, with its sentence and its table. */
export function TimePicture({ kind, steps, title, height = 300 }: Props) {
  const t = useWords('insights');
  const totals = steps.series.map((_, index) =>
    steps.steps.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const sentence = t('sentence', { title, value: showNumber(totals[0] ?? 0) });
  const groups = steps.series
    .map((name, index) => t('groupSum', { name, value: showNumber(totals[index] ?? 0) }))
    .join('; ');
  const table = {
    columns: [t('table.step'), ...steps.series],
    rows: steps.steps.map(({ label, values }) => [label, ...values]),
  };
  return (
    <Figure sentence={steps.series.length > 1 ? `${groups}.` : sentence} table={table}>
      <Chart kind={kind} steps={steps} height={height} />
    </Figure>
  );
}

/** Shows how much there is at each hour of each day of the week. */
export function HoursPicture({
  answer,
  zone,
  title,
}: {
  answer: Answer;
  zone: string;
  title: string;
}) {
  const t = useWords('insights');
  const days = useDayNames();
  const week = weekHours(answer, zone);
  const cells = week.flatMap((hours, row) =>
    hours.map((value, column) => ({
      row,
      column,
      value,
      title: t('hour', { day: days[row], hour: `${column}:00`, value: showNumber(value) }),
    })),
  );
  const most = cells.reduce((best, each) => (each.value > best.value ? each : best));
  const sentence = t('hoursSentence', { title, most: most.title });
  const hourNames = Array.from({ length: 24 }, (_, hour) => `${hour}:00`);
  const table = {
    columns: [t('table.hour'), ...days],
    rows: hourNames.map((name, hour) => [name, ...week.map((hours) => hours[hour] ?? 0)]),
  };
  const marks = hourNames
    .map((text, column) => ({ column, text }))
    .filter(({ column }) => column % 3 === 0);
  return (
    <Figure sentence={sentence} table={table}>
      <div className={classes.hours}>
        <Heatmap
          label={sentence}
          columns={24}
          rows={days.map((day) => day.slice(0, 3))}
          cells={cells}
          marks={marks}
        />
      </div>
    </Figure>
  );
}
