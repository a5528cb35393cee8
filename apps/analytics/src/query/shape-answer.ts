import { writeInstant } from '@atrium/questions/instant.ts';
import { type Question, timeColumn } from '@atrium/questions/read-question.ts';
import { bucketInstant } from './buckets.ts';
import type { CompiledQuery } from './compile-query.ts';
import type { Column, Value } from './schemas.ts';

/** A row of an answer: the bucket in ms if there is one, then groups, then metrics. */
export type Row = Value[];

/** Makes the rows of an answer from the engine's rows. Buckets become instants in ms. */
export function shapeRows(
  question: Question,
  query: CompiledQuery,
  cells: readonly unknown[][],
): Row[] {
  const metricsAt = (query.hasBucket ? 1 : 0) + query.groups.length;
  return cells.map((row) => {
    const dimensions = row.slice(0, metricsAt).map((value, index) => {
      if (query.hasBucket && index === 0) return bucketInstant(Number(value), question);
      const group = query.groups[index - (query.hasBucket ? 1 : 0)];
      const isTime = group?.kind === 'time' && value !== null;
      return isTime ? writeInstant(Number(value)) : (value as Value);
    });
    let at = metricsAt;
    const metrics = query.metrics.map((metric) => {
      const own = row.slice(at, at + metric.outer.length);
      at += metric.outer.length;
      return metric.read(own);
    });
    return [...dimensions, ...metrics];
  });
}

/** Describes the columns; some types depend on what the first row says of all rows. */
export function describeColumns(
  question: Question,
  query: CompiledQuery,
  first: readonly unknown[] | undefined,
): Column[] {
  const time: Column = {
    name: timeColumn,
    label: 'Time',
    type: 'TIMESTAMP',
    role: 'TIME',
    primary: false,
  };
  const dimensions = query.groups.map(({ name, kind }): Column => {
    const type = kind === 'time' ? 'TIMESTAMP' : kind === 'number' ? 'NUMBER' : 'STRING';
    return { name, label: labelOf(name), type, role: 'DIMENSION', primary: false };
  });
  let at = (query.hasBucket ? 1 : 0) + query.groups.length;
  const metrics = query.metrics.map((metric, index): Column => {
    const own = first?.slice(at, at + metric.outer.length);
    at += metric.outer.length;
    const { name = '', label = '' } = question.metrics[index] ?? {};
    const type = own && metric.typeOf ? metric.typeOf(own) : metric.type;
    return { name, label, type, role: 'METRIC', primary: index === 0 };
  });
  return [...(query.hasBucket ? [time] : []), ...dimensions, ...metrics];
}

/** `actorType` as `Actor type`, `attributes.risk_level` as `Risk level`. */
function labelOf(name: string): string {
  const words = name
    .replace(/^attributes\./, '')
    .replace(
      /([a-z\d])([A-Z])/g,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replaceAll(/[_.]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
