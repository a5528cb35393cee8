import { readInstant } from '@atrium/questions/instant.ts';
import type { Condition, Operator, Scalar } from '@atrium/questions/schemas.ts';
import { Problem } from '../problems.ts';
import type { Bind } from './bind.ts';
import { type Field, isNumeric, numberOf, timeOf } from './fields.ts';

const comparison: Partial<Record<Operator, string>> = { GT: '>', GTE: '>=', LT: '<', LTE: '<=' };

/**
 * Returns SQL of a condition. Rows without a value match only NEQ, NOT_IN and EQ null, so that EQ and
 * NEQ of one value always add up to everything. Throws QUERY_EXECUTION_FAILED when the value
 * cannot be compared with the field.
 */
export function conditionSql({ op, value }: Condition, field: Field, bind: Bind): string {
  const negated = op === 'NEQ' || op === 'NOT_IN';
  if (value === null) return `${field.sql} is ${negated ? 'not ' : ''}null`;
  const values = Array.isArray(value) ? value : [value];
  const order = comparison[op];
  if (order) return `ifNull(${ordered(field, order, values[0] ?? '', bind)}, 0)`;
  const equal = `ifNull(${isOneOf(field, values, bind)}, 0)`;
  return negated ? `not ${equal}` : equal;
}

function isOneOf(field: Field, values: readonly Scalar[], bind: Bind): string {
  if (field.kind === 'time') {
    const times = values.map((value) => instantSql(field, value, bind));
    return `${field.sql} in (${times.join(', ')})`;
  }
  if (field.kind === 'number') return inNumbers(field, values, bind);
  // A JSON number asks for the number, whatever way the attribute writes it.
  const isNumber = (value: Scalar) => field.kind === 'attribute' && typeof value === 'number';
  const numbers = values.filter(isNumber);
  const texts = values.filter((value) => !isNumber(value)).map(textOf(field));
  const parts = [
    texts.length > 0 ? `${field.sql} in ${bind(texts)}` : '',
    numbers.length > 0 ? `ifNull(${inNumbers(field, numbers, bind)}, 0)` : '',
  ];
  return `(${parts.filter(Boolean).join(' or ')})`;
}

function inNumbers(field: Field, values: readonly Scalar[], bind: Bind): string {
  const numbers = values.map((value) => {
    if (!isNumeric(String(value))) throw incompatible(field, 'a number');
    return String(value);
  });
  return `has(arrayMap(x -> toFloat64(x), ${bind(numbers)}), toFloat64(${numberOf(field)}))`;
}

function ordered(field: Field, order: string, value: Scalar, bind: Bind): string {
  const text = String(value);
  if (field.kind === 'time') return `${field.sql} ${order} ${instantSql(field, value, bind)}`;
  if (field.kind === 'number' || (field.kind === 'attribute' && isNumeric(text))) {
    if (!isNumeric(text)) throw incompatible(field, 'a number');
    return comparedAsNumber(field, order, `toFloat64(${bind(text)})`);
  }
  if (field.kind === 'attribute' && readInstant(text) !== undefined)
    return `${timeOf(field)} ${order} ${instantSql(field, value, bind)}`;
  return `${field.sql} ${order} ${bind(textOf(field)(value))}`;
}

/** Returns SQL of a comparison with a finite number: infinities are no numbers, and nothing compares with NaN. */
function comparedAsNumber(field: Field, order: string, number: string): string {
  if (field.kind === 'number') return `${field.sql} ${order} ${number}`;
  const value = `toFloat64OrNull(${field.sql})`;
  return `(${value} ${order} ${number} and ${order.startsWith('>') ? `${value} < inf` : `${value} > -inf`})`;
}

function textOf(field: Field): (value: Scalar) => string {
  return (value) => (field.kind === 'uuid' ? String(value).toLowerCase() : String(value));
}

/** Returns SQL of an instant that came as text. */
function instantSql(field: Field, value: Scalar, bind: Bind): string {
  const ms = typeof value === 'string' ? readInstant(value) : undefined;
  if (ms === undefined) throw incompatible(field, 'an ISO 8601 date-time with a zone');
  return instantOfMs(ms, bind);
}

/** Returns SQL of an instant in ms since 1970. */
export function instantOfMs(ms: number, bind: Bind): string {
  return `fromUnixTimestamp64Milli(${bind(ms)}, 'UTC')`;
}

function incompatible(field: Field, wanted: string): Problem {
  return new Problem('QUERY_EXECUTION_FAILED', `${field.name} can be compared only with ${wanted}`);
}
