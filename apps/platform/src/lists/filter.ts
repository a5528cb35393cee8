import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { Named } from '@atrium/kit/schema.ts';
import type { Fragment, Sql } from '@atrium/kit/sql.ts';
import { foldText, likeLiteral } from '@atrium/kit/texts/folding.ts';
import { type Static, Type } from 'typebox';
import {
  type FieldType,
  fieldOf,
  kinds,
  type ListField,
  type ListFields,
  readValue,
} from './fields.ts';
import { foldedText } from './sort.ts';

type Operator = (of: ReturnType<typeof comparison>) => Fragment;

/** The condition that each operator states of a column. */
const conditions = {
  EQUALS: ({ equal }) => equal(),
  NOT_EQUALS: ({ sql, equal }) => sql`(${equal()}) is not true`,
  IN: ({ among }) => among(),
  NOT_IN: ({ sql, among }) => sql`(${among()}) is not true`,
  CONTAINS: ({ like }) => like('%', '%'),
  STARTS_WITH: ({ like }) => like('', '%'),
  ENDS_WITH: ({ like }) => like('%', ''),
  RANGE: ({ sql, atLeast, atMost }) => sql`(${atLeast('min')} and ${atMost('max')})`,
  GREATER_THAN: ({ sql, atMost }) => sql`not (${atMost()})`,
  GREATER_THAN_OR_EQUAL: ({ atLeast }) => atLeast(),
  LESS_THAN: ({ sql, atLeast }) => sql`not (${atLeast()})`,
  LESS_THAN_OR_EQUAL: ({ atMost }) => atMost(),
  IS_NULL: ({ sql, column }) => sql`${column} is null`,
  IS_NOT_NULL: ({ sql, column }) => sql`${column} is not null`,
} satisfies Record<string, Operator>;

const { EQUALS, IN, IS_NOT_NULL } = conditions;
/** The operators that are the negation of another one. */
const negations = new Map<string, Operator>(
  Object.entries({ NOT_EQUALS: EQUALS, NOT_IN: IN, IS_NULL: IS_NOT_NULL }),
);
const operators: ReadonlyMap<string, Operator> = new Map(Object.entries(conditions));
const known: string = [...operators.keys()].join(', ');

/** Returns the operators that work on fields of a type. */
export const operatorsOn = (type: FieldType): string[] =>
  [...operators.keys()].filter((name) => worksOn(type, name));

const Scalar = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]);

/** One condition: scalar operators use `value`, IN and NOT_IN `values`, RANGE `min` and `max`. */
export const FilterCondition = Named('FilterCondition', {
  field: Type.String({ maxLength: 100 }),
  operator: Type.String({ maxLength: 50, description: `${known}, in any letter case` }),
  value: Type.Optional(Type.Unknown()),
  values: Type.Optional(
    Type.Union([Type.Array(Type.Unknown(), { maxItems: 1000 }), Scalar, Type.Null()]),
  ),
  min: Type.Optional(Type.Unknown()),
  max: Type.Optional(Type.Unknown()),
});

export const Filters = Type.Array(FilterCondition, { maxItems: 30 });

type Condition = Static<typeof FilterCondition>;

/**
 * Returns the conditions as one SQL fragment, joined by AND; every value is a bound parameter and every
 * column comes from the list's own fields. Throws VALIDATION_FAILED naming the condition at fault.
 */
export function filterWhere(sql: Sql, filters: readonly Condition[], fields: ListFields): Fragment {
  const met = filters.map((each, at) => sql` and ${toSql(sql, each, fields, `filters[${at}]`)}`);
  return met.reduce((all, each) => sql`${all}${each}`, sql`true`);
}

function toSql(sql: Sql, condition: Condition, fields: ListFields, path: string): Fragment {
  const field = fieldOf(fields, condition.field, `${path}.field`);
  const name = condition.operator.toUpperCase();
  const operator = operators.get(name);
  if (!operator)
    throw invalid(fieldError(`${path}.operator`, 'UNKNOWN_OPERATOR', `must be one of ${known}`));
  if (!worksOn(field.type, name)) {
    const message = `${name} does not work on ${condition.field}, which is ${field.type}`;
    throw invalid(fieldError(`${path}.operator`, 'WRONG_OPERATOR', message));
  }
  const compared = comparison(sql, field, condition, path);
  if (!field.among) return operator(compared);
  const positive = negations.get(name);
  const any = sql`exists (select ${sql.unsafe(field.among)} and ${(positive ?? operator)(compared)})`;
  return positive ? sql`not ${any}` : any;
}

const textual = /CONTAINS|_WITH/;
const ordering = /RANGE|_THAN/;

/** Tells whether an operator works on a type: all do on texts, those of texts and orders not on all others. */
function worksOn(type: FieldType, operator: string): boolean {
  if (type === 'text' || type === 'enum') return true;
  const hasOrder = type !== 'boolean' && type !== 'uuid';
  return !textual.test(operator) && (hasOrder || !ordering.test(operator));
}

/** Returns a column and how it compares with the values of a condition. */
function comparison(sql: Sql, field: ListField, condition: Condition, path: string) {
  const { type } = field;
  const column = sql(field.column);
  const cast = sql.unsafe(kinds[type].cast);
  const read = (at: 'value' | 'min' | 'max') => readValue(condition[at], type, `${path}.${at}`);
  // Records are stored to the microsecond and shown to the second: they compare by the second shown,
  // so that what an answer says finds the record. Bounds leave the column bare for an index.
  const toSecond = type === 'time';
  const atLeast = (at: 'value' | 'min' = 'value') => sql`${column} >= ${read(at)}::${cast}`;
  const atMost = (at: 'value' | 'max' = 'value') =>
    toSecond
      ? sql`${column} < ${read(at)}::${cast} + interval '1 second'`
      : sql`${column} <= ${read(at)}::${cast}`;
  const equal = () => {
    if (toSecond) return sql`(${atLeast()} and ${atMost()})`;
    const value = read('value');
    return isPlain(sql, field, value) ?? sql`${column} = ${value}::${cast}`;
  };
  const among = () => {
    const shown = toSecond ? sql`date_trunc('second', ${column})` : column;
    const at = condition.values == null ? 'value' : 'values';
    const stated = condition[at];
    const values = Array.isArray(stated)
      ? stated.map((item, index) => readValue(item, type, `${path}.${at}[${index}]`))
      : [readValue(stated, type, `${path}.${at}`)];
    const any = sql`${shown} = any(${values}::${cast}[])`;
    const plain = values.flatMap((each) => isPlain(sql, field, each) ?? []);
    return plain.length === 0
      ? any
      : sql`(${plain.reduce((met, each) => sql`${met} or ${each}`, any)})`;
  };
  const like = (before: string, after: string) => {
    const text = readValue(condition.value, 'text', `${path}.value`);
    const [kept] = field.sortedBy ?? [];
    const folded = kept === undefined ? foldedText(sql, column, field.foldedIn) : sql(kept);
    const found = sql`${folded} like ${before + likeLiteral(foldText(text)) + after}`;
    const part = hasPart(sql, field, text, [before, after]);
    return part ? sql`(${found} or ${part})` : found;
  };
  return { sql, column, atLeast, atMost, equal, among, like };
}

/** Returns the condition that the plain form of a column has that of a text within; undefined where there is none. */
function hasPart(
  sql: Sql,
  { column, plain }: ListField,
  text: string,
  [before, after]: [before: string, after: string],
): Fragment | undefined {
  const part = plain?.of(text);
  if (plain === undefined || part === undefined) return undefined;
  const met = sql`${sql.unsafe(plain.sql)}(${sql(column)}) like ${before + likeLiteral(part) + after}`;
  if (plain.within === undefined) return met;
  return sql`${sql(plain.within)} like ${`%${likeLiteral(foldText(part))}%`} and ${met}`;
}

/** Returns the condition that a column holds what has the plain form of a value; undefined where there is none. */
function isPlain(sql: Sql, { column, plain }: ListField, value: string): Fragment | undefined {
  const form = plain?.of(value);
  if (plain === undefined || form === undefined) return undefined;
  if (!plain.key) return sql`${sql.unsafe(plain.sql)}(${sql(column)}) = ${form}`;
  const [before, after] = plain.key.made.split('$');
  const key = sql`${sql.unsafe(before ?? '')}${form}${sql.unsafe(after ?? '')}`;
  return sql`${sql(plain.key.column)} = ${key}`;
}
