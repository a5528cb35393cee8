import { type Answer, showBucket } from './question.ts';

/** A picture's numbers: for each step its label and a value of each series. */
export type Steps = {
  series: readonly string[];
  steps: readonly { label: string; values: readonly number[] }[];
};

const mostSeries = 6;

/** Returns the steps of an answer by time, with a series for each group, the largest first. */
export function stepsOf(
  { rows, columns }: Answer,
  zone: string,
  grain: string,
  only: string,
  others: string,
): Steps {
  const isGrouped = columns.some(({ role }) => role === 'DIMENSION');
  const sums = new Map<string, number>();
  const byBucket = new Map<string, Map<string, number>>();
  for (const { values } of rows) {
    const bucket = String(values[0]);
    const name = isGrouped ? String(values[1] ?? '') : only;
    const value = Number(values.at(-1) ?? 0);
    sums.set(name, (sums.get(name) ?? 0) + value);
    const own = byBucket.get(bucket) ?? new Map<string, number>();
    byBucket.set(bucket, own.set(name, (own.get(name) ?? 0) + value));
  }
  const names = [...sums.keys()].sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0));
  const shown = names.slice(0, mostSeries);
  const rest = names.slice(mostSeries);
  const series = rest.length > 0 ? [...shown, others] : shown.length > 0 ? shown : [only];
  const steps = [...byBucket.keys()].sort().map((bucket) => {
    const own = byBucket.get(bucket);
    const of = (name: string) => own?.get(name) ?? 0;
    const values = shown.length > 0 ? shown.map(of) : [0];
    if (rest.length > 0) values.push(rest.reduce((sum, name) => sum + of(name), 0));
    return { label: showBucket(bucket, zone, grain), values };
  });
  return { series, steps };
}

/** Puts the steps of the period before beside those of this one, by their place. */
export function beside(now: Steps, before: Steps, name: string): Steps {
  const steps = now.steps.map(({ label, values }, index) => ({
    label,
    values: [...values, before.steps[index]?.values[0] ?? 0],
  }));
  return { series: [...now.series, name], steps };
}

/** Returns how much there was at each hour of each day of the week. */
export function weekHours({ rows }: Answer, zone: string): number[][] {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { values } of rows) {
    const at = Temporal.Instant.from(String(values[0])).toZonedDateTimeISO(zone);
    const day = week[at.dayOfWeek - 1];
    if (day) day[at.hour] = (day[at.hour] ?? 0) + Number(values.at(-1) ?? 0);
  }
  return week;
}
