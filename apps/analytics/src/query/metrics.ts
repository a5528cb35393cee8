import { writeInstant } from '@atrium/questions/instant.ts';
import type { AggregateFunction } from '@atrium/questions/schemas.ts';
import { Problem } from '../problems.ts';
import { type Field, numberOf } from './fields.ts';
import type { Value } from './schemas.ts';

/**
 * A metric in SQL: `inner` are its aggregates of one group, named by `at(part)`; `outer` makes
 * columns of them over all groups; `read` makes the value of those columns, `order` sorts by it.
 */
export type MetricSql = {
  type: 'NUMBER' | 'STRING' | 'TIMESTAMP';
  inner: string[];
  outer: string[];
  order: string[];
  read: (cells: readonly unknown[]) => Value;
  /** The type once the rows are known, where it depends on them. */
  typeOf?: (cells: readonly unknown[]) => 'NUMBER' | 'STRING';
};

/** Compiles an aggregation. Throws QUERY_EXECUTION_FAILED for a field it cannot be applied to. */
export function metricSql(name: string, fn: AggregateFunction, field?: Field): MetricSql {
  if (fn === 'COUNT') return plain(name, field ? `count(${field.sql})` : 'count()');
  if (!field) throw new Problem('QUERY_EXECUTION_FAILED', `${fn} needs a field`);
  if (fn === 'COUNT_DISTINCT') return plain(name, `uniqExact(${field.sql})`);
  if (fn !== 'MIN' && fn !== 'MAX') return numeric(name, fn, field);
  const lower = fn.toLowerCase();
  if (field.kind === 'attribute') return extreme(name, lower, field);
  if (field.kind === 'time') {
    const ms = `toUnixTimestamp64Milli(${lower}OrNull(${field.sql}))`;
    const read = ([value]: readonly unknown[]) =>
      value === null ? null : writeInstant(Number(value));
    return { ...plain(name, ms), type: 'TIMESTAMP', read };
  }
  const type = field.kind === 'number' ? 'NUMBER' : 'STRING';
  return { ...plain(name, `${lower}OrNull(${field.sql})`), type };
}

function plain(name: string, sql: string): MetricSql {
  return {
    type: 'NUMBER',
    inner: [`${sql} as ${name}`],
    outer: [name],
    order: [name],
    read: ([value]) => (value ?? null) as Value,
  };
}

type NumericFunction = Exclude<AggregateFunction, 'COUNT' | 'COUNT_DISTINCT' | 'MIN' | 'MAX'>;

/** The engine's aggregate of each function, and its parameter. */
const aggregates: Record<NumericFunction, readonly [aggregate: string, parameter: string]> = {
  SUM: ['sumKahan', ''],
  AVG: ['avg', ''],
  MEDIAN: ['quantileExactInclusive', '(0.5)'],
  P90: ['quantileExactInclusive', '(0.9)'],
};

/**
 * Sums and the like count what is numeric and ignore the rest; where there is only the rest, or the result is
 * larger than a number can be, they fail. Numbers are IEEE 754 doubles, as in JSON.
 */
function numeric(name: string, fn: NumericFunction, field: Field): MetricSql {
  // Of what may be null the engine makes null by itself when there is nothing.
  const [aggregate, parameter] = aggregates[fn];
  if (field.kind === 'number')
    return plain(name, `${aggregate}OrNull${parameter}(toFloat64(${field.sql}))`);
  const failed = new Problem(
    'QUERY_EXECUTION_FAILED',
    `${fn} needs numbers and ${field.name} holds none`,
  );
  const tooLarge = new Problem(
    'QUERY_EXECUTION_FAILED',
    `${fn} of ${field.name} is larger than a number can be (1.8e308)`,
  );
  if (field.kind === 'time' || field.kind === 'uuid') throw failed;
  const number = numberOf(field);
  return {
    type: 'NUMBER',
    inner: [
      `${aggregate}${parameter}(${number}) as ${name}`,
      `count(${field.sql}) as ${name}_seen`,
      `count(${number}) as ${name}_numbers`,
    ],
    outer: [
      name,
      `sum(${name}_seen) over () > 0 and sum(${name}_numbers) over () = 0`,
      `not isFinite(${name})`,
    ],
    order: [name],
    read([value, nothingNumeric, isTooLarge]) {
      if (nothingNumeric) throw failed;
      if (isTooLarge) throw tooLarge;
      return (value ?? null) as Value;
    },
  };
}

/** Compiles MIN and MAX: by number when every value in the answer is one, else by text. */
function extreme(name: string, lower: string, field: Field): MetricSql {
  const number = numberOf(field);
  const allNumbers = `sum(${name}_seen) over () = sum(${name}_numbers) over ()`;
  return {
    type: 'NUMBER',
    inner: [
      `${lower}OrNull(${number}) as ${name}`,
      `${lower}OrNull(${field.sql}) as ${name}_text`,
      `count(${field.sql}) as ${name}_seen`,
      `count(${number}) as ${name}_numbers`,
    ],
    outer: [
      `if(${allNumbers}, ${name}, null) as ${name}_number`,
      `if(${allNumbers}, null, ${name}_text) as ${name}_word`,
      allNumbers,
    ],
    order: [`${name}_number`, `${name}_word`],
    read: ([value, text, numbers]) => ((numbers ? value : text) ?? null) as Value,
    typeOf: ([, , numbers]) => (numbers ? 'NUMBER' : 'STRING'),
  };
}
