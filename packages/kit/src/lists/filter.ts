import { type Static, Type } from 'typebox';
import { fieldError, invalid } from '../problem.ts';
import type { Fragment, Sql } from '../sql.ts';
import { casts, type FieldType, findField, type ListField, type ListFields } from './fields.ts';
import { readValue } from './value.ts';

const equality = ['EQUALS', 'NOT_EQUALS', 'IN', 'NOT_IN'] as const;
const textual = ['CONTAINS', 'STARTS_WITH', 'ENDS_WITH'] as const;
const ordered = [
  'RANGE',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
] as const;
const nullness = ['IS_NULL', 'IS_NOT_NULL'] as const;
const filterOperators = [...equality, ...textual, ...ordered, ...nullness];

type FilterOperator = (typeof filterOperators)[number];

const Scalar = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]);

/** One condition: scalar operators use `value`, IN and NOT_IN `values`, RANGE `min` and `max`. */
export const FilterCondition = Type.Object({
  field: Type.String({ maxLength: 100 }),
  operator: Type.String({
    maxLength: 50,
    description: `${filterOperators.join(', ')}, in any letter case`,
  }),
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
export function filterWhere(
  sql: Sql,
  conditions: readonly Condition[],
  fields: ListFields,
): Fragment {
  return conditions.reduce<Fragment>(
    (all, condition, index) =>
      sql`${all} and ${toSql(sql, condition, fields, `filters[${index}]`)}`,
    sql`true`,
  );
}

function toSql(sql: Sql, condition: Condition, fields: ListFields, path: string): Fragment {
  const field = findField(fields, condition.field);
  if (!field) {
    const known = Object.keys(fields).join(', ');
    throw invalid(fieldError(`${path}.field`, 'UNKNOWN_FIELD', `must be one of ${known}`));
  }
  const operator = filterOperators.find((each) => each === condition.operator.toUpperCase());
  if (!operator) {
    const known = filterOperators.join(', ');
    throw invalid(fieldError(`${path}.operator`, 'UNKNOWN_OPERATOR', `must be one of ${known}`));
  }
  if (!operatorsOf(field.type).includes(operator)) {
    const message = `${operator} does not work on ${condition.field}, which is ${field.type}`;
    throw invalid(fieldError(`${path}.operator`, 'WRONG_OPERATOR', message));
  }
  const met = (asked: FilterOperator) => compare(sql, asked, field, condition, path);
  const { among } = field;
  if (!among) return met(operator);
  const any = (asked: FilterOperator) =>
    sql`exists (select ${sql.unsafe(among)} and ${met(asked)})`;
  const negated = negations[operator];
  return negated ? sql`not ${any(negated)}` : any(operator);
}

/** The operators that are the negation of another. */
const negations: Partial<Record<FilterOperator, FilterOperator>> = {
  NOT_EQUALS: 'EQUALS',
  NOT_IN: 'IN',
  IS_NULL: 'IS_NOT_NULL',
};

function compare(
  sql: Sql,
  operator: FilterOperator,
  { column: name, type }: ListField,
  condition: Condition,
  path: string,
): Fragment {
  const column = sql(name);
  const cast = sql.unsafe(casts[type]);
  const one = (at: 'value' | 'min' | 'max' = 'value') =>
    sql`${readValue(condition[at], type, `${path}.${at}`)}::${cast}`;
  const like = (before: string, after: string) =>
    sql`fold(${column}) like ${before} || ${pattern(sql, condition, path)} || ${after}`;
  // Records are stored to the microsecond and shown to the second: they compare by the second shown,
  // so that what an answer says finds the record. Bounds leave the column bare for an index.
  const toSecond = type === 'time';
  const next = (at: 'value' | 'max' = 'value') => sql`${one(at)} + interval '1 second'`;
  const atMost = (at: 'value' | 'max' = 'value') =>
    toSecond ? sql`${column} < ${next(at)}` : sql`${column} <= ${one(at)}`;
  const equal = () =>
    toSecond ? sql`(${column} >= ${one()} and ${atMost()})` : sql`${column} = ${one()}`;
  const among = () => {
    const shown = toSecond ? sql`date_trunc('second', ${column})` : column;
    return sql`${shown} = any(${many(condition, type, path)}::${cast}[])`;
  };
  const conditions: Record<FilterOperator, () => Fragment> = {
    EQUALS: equal,
    NOT_EQUALS: () => sql`(${equal()}) is not true`,
    IN: among,
    NOT_IN: () => sql`(${among()}) is not true`,
    CONTAINS: () => like('%', '%'),
    STARTS_WITH: () => like('', '%'),
    ENDS_WITH: () => like('%', ''),
    RANGE: () => sql`(${column} >= ${one('min')} and ${atMost('max')})`,
    GREATER_THAN: () => (toSecond ? sql`${column} >= ${next()}` : sql`${column} > ${one()}`),
    GREATER_THAN_OR_EQUAL: () => sql`${column} >= ${one()}`,
    LESS_THAN: () => sql`${column} < ${one()}`,
    LESS_THAN_OR_EQUAL: atMost,
    IS_NULL: () => sql`${column} is null`,
    IS_NOT_NULL: () => sql`${column} is not null`,
  };
  return conditions[operator]();
}

function many(condition: Condition, type: FieldType, path: string): string[] {
  const name = condition.values == null ? 'value' : 'values';
  const stated = condition[name];
  if (!Array.isArray(stated)) return [readValue(stated, type, `${path}.${name}`)];
  return stated.map((item, index) => readValue(item, type, `${path}.${name}[${index}]`));
}

/** Returns the pattern for LIKE, folded in SQL like the column, with LIKE's own signs taken literally. */
function pattern(sql: Sql, condition: Condition, path: string): Fragment {
  const text = readValue(condition.value, 'text', `${path}.value`);
  return sql`fold(${text.replace(/[\\%_]/g, '\\$&')})`;
}

function operatorsOf(type: FieldType): readonly FilterOperator[] {
  if (type === 'text' || type === 'enum') return filterOperators;
  return [...equality, ...nullness, ...(type === 'boolean' || type === 'uuid' ? [] : ordered)];
}
