import { operators as operatorsByType } from '../field-catalogue.ts';
import { isAmount, parseAmount } from '../forms/amounts.ts';
import { endOf, startOf } from '../time.ts';
import { parseDate } from '../typed-dates.ts';
import { catalogue, type Recorded } from './catalogue.ts';
import type { Condition } from './list-state.ts';

export type Operator = (typeof operatorsByType)['text'][number];
export type FilterType = keyof typeof operatorsByType;
type Entry = { kind: string; values?: readonly string[]; list?: string; filter?: FilterType };

const fields: Readonly<Record<Recorded, Readonly<Record<string, Entry>>>> = catalogue;

/** A field that a list is filtered by. */
export type FilteredField = Entry & { name: string; filter: FilterType };

/** Returns the fields that a list is filtered by. */
export const filteredFields = (record: Recorded): FilteredField[] =>
  Object.entries(fields[record]).flatMap(([name, entry]) =>
    entry.filter ? [{ ...entry, name, filter: entry.filter }] : [],
  );

export type Options = readonly { value: string; label: string }[];

/** Returns whether people can state a field's values: they are typed, or all of them have words. */
export const isOffered = (field: { filter: FilterType; options: Options | undefined }): boolean =>
  field.options
    ? field.options.every(({ label }) => label !== '')
    : field.filter !== 'uuid' && field.filter !== 'enum';

/** Returns whether the values of a type are moments, which people state by their days. */
const isTimed = (type: FilterType) => type === 'time' || type === 'localTime';
const ofMoments: readonly Operator[] = ['NOT_EQUALS', 'IN', 'NOT_IN'];

/** Returns the operators that the API takes for a field; of moments not those that no day can state. */
export const operatorsOf = ({ filter }: FilteredField): readonly Operator[] =>
  operatorsByType[filter].filter((each) => !isTimed(filter) || !ofMoments.includes(each));

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

/** Returns what was typed as the API takes it; undefined where it is no value of its type. */
export function parseValue(text: string, type: FilterType): string | undefined {
  if (type === 'number') return parseAmount(text);
  if (type === 'integer') return /^-?\d+$/.exec(parseAmount(text) ?? '')?.[0];
  if (type === 'date' || isTimed(type)) return inRange(parseDate(text, 'LAST'));
  return text.trim() === '' ? undefined : text;
}

/** Returns the values among texts, each once, and whether all of them are one. */
export function parseValues(texts: readonly string[], type: FilterType) {
  const read = texts.map((each) => parseValue(each, type));
  const values = [...new Set(read.filter((each) => each !== undefined))];
  return { values, isWhole: !read.includes(undefined) };
}

/** Returns the first or the last second of a day, as a field's type has it: on the person's clock or on that of its record. */
function boundOf(day: string, type: FilterType, isEnd: boolean): string | undefined {
  if (type === 'time') return inRange(isEnd ? endOf(day) : startOf(day));
  if (type === 'localTime') return `${day}T${isEnd ? '23:59:59' : '00:00:00'}`;
  return day;
}

/** Leaves out what lies before or after the years that the API takes. */
const inRange = (time: string | undefined) =>
  time && /^(?!0000)\d{4}-/.test(time) ? time : undefined;

// The fields of amounts hand on what the API takes, where "1.500" is no typed "1500".
const readValue = (text: string, type: FilterType) =>
  type === 'number' && isAmount(text) ? text : parseValue(text, type);

/** Returns what is typed as the API takes it; undefined while something is missing or is no value. */
export function conditionOf(typed: Typed, type: FilterType): Condition | undefined {
  const { field, operator } = typed;
  const read = (text: string, isEnd: boolean) => {
    const value = readValue(text, type);
    return value === undefined ? undefined : boundOf(value, type, isEnd);
  };
  const between = (from: string, to: string) => {
    const [min, max] = [read(from, false), read(to, true)];
    return min && max ? { field, operator: 'RANGE', min, max } : undefined;
  };
  const arity = arityOf(operator);
  if (arity === 'NONE') return { field, operator };
  if (arity === 'SEVERAL') {
    const values = typed.values.map((each) => readValue(each, type));
    return values.length > 0 && values.every((each) => each !== undefined)
      ? { field, operator, values }
      : undefined;
  }
  if (arity === 'RANGE') return between(typed.min, typed.max);
  // A moment is on a day when it lies between its ends.
  if (operator === 'EQUALS' && isTimed(type)) return between(typed.value, typed.value);
  const value = read(typed.value, operator === 'GREATER_THAN' || operator === 'LESS_THAN_OR_EQUAL');
  return value === undefined ? undefined : { field, operator, value };
}
