import { useWords } from '../i18n/words.ts';
import { locale, showDate, showNumber } from '../time.ts';
import { Figure } from '../ui/figure.tsx';
import { Heatmap } from '../ui/heatmap.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { firstDay, sum, useDaily, weekly, weeks } from './use-activity.ts';

/** Shows what was done in the firm on each day of 26 weeks. */
export function ActivityMap() {
  const t = useWords('today');
  const kinds = [
    useDaily('contact.created'),
    useDaily('contact.updated'),
    useDaily('meeting.created'),
    useDaily('meeting.rsvp'),
    useDaily('note.created'),
    useDaily('task.completed'),
  ] as const;
  const waiting = kinds.find(({ days }) => days === undefined);
  return (
    <Section title={t('activity.title')}>
      <Read of={waiting ?? kinds[0]} skeleton={<Lines count={4} height={24} />}>
        {() => <DayMap kinds={kinds.map(({ days = [] }) => days)} />}
      </Read>
    </Section>
  );
}

function DayMap({ kinds }: { kinds: readonly (readonly number[])[] }) {
  const t = useWords('today');
  const first = firstDay();
  const length = Math.max(...kinds.map((days) => days.length));
  const days = Array.from({ length }, (_, index) => sum(kinds.map((each) => each[index] ?? 0)));
  const dayOf = (index: number) => first.add({ days: index });
  const busiest = days.indexOf(Math.max(...days));
  const sentence = t('activity.sentence', {
    count: sum(days),
    shown: showNumber(sum(days)),
    day: showDate(dayOf(busiest).toString()),
    most: showNumber(days[busiest] ?? 0),
  });
  const weekOf = (week: number) => first.add({ weeks: week });
  const marks = Array.from({ length: weeks }, (_, column) => column)
    .filter((column) => weekOf(column).day <= 7)
    .map((column) => ({
      column,
      text: weekOf(column).toLocaleString(locale(), { month: 'short' }),
    }));
  const rows = Array.from({ length: 7 }, (_, row) =>
    dayOf(row).toLocaleString(locale(), { weekday: 'short' }),
  );
  const cells = days.map((value, index) => ({
    column: Math.floor(index / 7),
    row: index % 7,
    value,
    title: t('activity.day', { date: showDate(dayOf(index).toString()), value: showNumber(value) }),
  }));
  const table = {
    columns: [t('activity.week'), t('activity.acts')],
    rows: weekly(days).map((value, week) => [showDate(weekOf(week).toString()), value]),
  };
  return (
    <Figure sentence={sentence} table={table}>
      <Heatmap label={sentence} columns={weeks} rows={rows} cells={cells} marks={marks} />
    </Figure>
  );
}
