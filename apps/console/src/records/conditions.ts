import {
  contactFields,
  householdFields,
  meetingFields,
  operators as operatorsByType,
} from '../field-catalogue.ts';
import type { Condition } from './list-state.ts';
import type { Filtered } from './stated-conditions.ts';

export type Operator = (typeof operatorsByType)['text'][number];
export type FilterType = keyof typeof operatorsByType;
type Entry = { kind: string; values?: readonly string[]; list?: string; filter?: FilterType };

const fields: Readonly<Record<Filtered, Readonly<Record<string, Entry>>>> = {
  contact: contactFields,
  household: householdFields,
  meeting: meetingFields,
};

/** A field that a list is filtered by. */
export type FilteredField = Entry & { name: string; filter: FilterType };

/** Returns the fields that a list is filtered by. */
export const filteredFields = (record: Filtered): FilteredField[] =>
  Object.entries(fields[record]).flatMap(([name, entry]) =>
    entry.filter ? [{ ...entry, name, filter: entry.filter }] : [],
  );

/** Returns the operators that the API takes for a field. */
export const operatorsOf = ({ filter }: FilteredField): readonly Operator[] =>
  operatorsByType[filter];

/** Says what an operator compares with: nothing, one value, several, or two ends. */
export function arityOf(operator: Operator): 'NONE' | 'ONE' | 'SEVERAL' | 'RANGE' {
  if (operator === 'IS_NULL' || operator === 'IS_NOT_NULL') return 'NONE';
  if (operator === 'IN' || operator === 'NOT_IN') return 'SEVERAL';
  return operator === 'RANGE' ? 'RANGE' : 'ONE';
}

/** A condition while it is typed: each value as text. */
export type Typed = {
  field: string;
  operator: Operator;
  value: string;
  values: string[];
  min: string;
  max: string;
};

/** Returns what is typed as the API takes it; undefined while something is missing. */
export function conditionOf(typed: Typed, type: FilterType): Condition | undefined {
  const { field, operator } = typed;
  const at = (day: string, isEnd: boolean) =>
    (type === 'time' || type === 'localTime') && /^\d{4}-\d\d-\d\d$/.test(day)
      ? `${day}T${isEnd ? '23:59:59' : '00:00:00'}`
      : day;
  const arity = arityOf(operator);
  if (arity === 'NONE') return { field, operator };
  if (arity === 'SEVERAL')
    return typed.values.length > 0 ? { field, operator, values: typed.values } : undefined;
  if (arity === 'RANGE')
    return typed.min !== '' && typed.max !== ''
      ? { field, operator, min: at(typed.min, false), max: at(typed.max, true) }
      : undefined;
  const isEnd = operator === 'GREATER_THAN' || operator === 'LESS_THAN_OR_EQUAL';
  return typed.value === '' ? undefined : { field, operator, value: at(typed.value, isEnd) };
}
