import type { BoundSql } from '../store/store.ts';
import { type Bind, createBinder } from './bind.ts';
import { bucketSql } from './buckets.ts';
import { type ScopedQuestion, scopeSql } from './event-scope.ts';
import { type Field, fieldOf } from './fields.ts';
import { conditionSql, instantOfMs } from './filters.ts';
import { type MetricSql, metricSql } from './metrics.ts';

/** A statement, and what its columns hold: the bucket if there is one, groups, then the columns of each metric. */
export type CompiledQuery = BoundSql & {
  hasBucket: boolean;
  groups: Field[];
  metrics: MetricSql[];
};

/**
 * Compiles a question to SQL of at most `maxRows` rows. Whatever the caller wrote is bound as a
 * value; the text is made of this program's own words only.
 */
export function compileQuery(
  question: ScopedQuestion,
  maxRows: number,
  attributeColumns: ReadonlySet<string>,
): CompiledQuery {
  const { bind, params } = createBinder();
  const toField = (name: string) => fieldOf(name, attributeColumns);
  const hasBucket = question.granularity !== 'NONE';
  const groups = question.groupBy.map(toField);
  const metrics = question.metrics.map((metric, index) =>
    metricSql(
      `m${index}`,
      metric.function,
      metric.field === undefined ? undefined : toField(metric.field),
    ),
  );
  const dimensions = [
    ...(hasBucket ? [{ name: 'b', sql: bucketSql(question) }] : []),
    ...groups.map((field, index) => ({ name: `g${index}`, sql: groupSql(field) })),
  ];
  const names = dimensions.map(({ name }) => name);
  const inner = [
    ...dimensions.map(({ name, sql }) => `${sql} as ${name}`),
    ...metrics.flatMap((m) => m.inner),
  ];
  const grouping = names.length > 0 ? ` group by ${names.join(', ')}` : '';
  const ofGroups = `select ${inner.join(', ')} from events where ${whereSql(question, toField, bind)}${grouping}`;
  const outer = metrics.flatMap((metric) => metric.outer);
  const sql = [
    // A statement within a statement costs half a millisecond of planning.
    outer.length === metrics.length
      ? ofGroups
      : `select ${[...names, ...outer].join(', ')} from (${ofGroups})`,
    orderSql(question, names, metrics),
    `limit ${maxRows}`,
  ].join(' ');
  return { sql, params, hasBucket, groups, metrics };
}

function whereSql(question: ScopedQuestion, toField: (name: string) => Field, bind: Bind): string {
  return [
    scopeSql(question, bind),
    `event_type = ${bind(question.eventType)}`,
    `occurred_at >= ${instantOfMs(question.fromMs, bind)}`,
    `occurred_at < ${instantOfMs(question.toMs, bind)}`,
    ...question.conditions.map((each) => conditionSql(each, toField(each.field), bind)),
  ].join(' and ');
}

/** Returns what rows are grouped by: times by their ms, so that they are answered as numbers. */
function groupSql(field: Field): string {
  return field.kind === 'time' ? `toUnixTimestamp64Milli(${field.sql})` : field.sql;
}

/** Returns the order: what was asked, then the bucket and the groups, so that it is the same each time. */
function orderSql(question: ScopedQuestion, names: string[], metrics: MetricSql[]): string {
  const columns = [...names.map((name) => [name]), ...metrics.map((metric) => metric.order)];
  const asked = question.sort.flatMap(({ column, ascending }) =>
    (columns[column] ?? []).map((name) => `${name} ${ascending ? 'asc' : 'desc'} nulls last`),
  );
  const rest = names
    .filter((_, column) => !question.sort.some((each) => each.column === column))
    .map((name) => `${name} asc nulls last`);
  const order = [...asked, ...rest];
  return order.length > 0 ? `order by ${order.join(', ')}` : '';
}
