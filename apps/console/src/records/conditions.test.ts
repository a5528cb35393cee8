import { describe, expect, test } from 'vitest';
import { showIn } from '../time.ts';
import { conditionOf, filteredFields, isOffered, operatorsOf, type Typed } from './conditions.ts';
import { conditionsText, readConditions } from './stated-conditions.ts';

const typed = (part: Partial<Typed>): Typed => ({
  field: 'f',
  operator: 'EQUALS',
  value: '',
  values: [],
  min: '',
  max: '',
  ...part,
});

describe('The conditions of a list', () => {
  test('stand in its address, and what cannot be read there is none', () => {
    const some = [
      { field: 'annualIncome', operator: 'RANGE', min: '1', max: '9' },
      { field: 'stageName', operator: 'IN', values: ['LEAD', 'CLIENT'] },
    ];
    expect(readConditions(conditionsText(some))).toEqual(some);
    const stored = [{ max: '9', min: '1', field: 'annualIncome', operator: 'RANGE' }];
    expect(conditionsText(stored)).toBe(conditionsText(some.slice(0, 1)));
    expect(conditionsText([])).toBeUndefined();
    for (const text of [undefined, '', 'x', '{}', '5', 'null', '[1,null,{"field":1}]'])
      expect(readConditions(text), String(text)).toEqual([]);
  });

  test('are sent once all they compare with is typed', () => {
    expect(conditionOf(typed({ operator: 'IS_NULL' }), 'text')).toEqual({
      field: 'f',
      operator: 'IS_NULL',
    });
    expect(conditionOf(typed({ value: 'a' }), 'text')).toMatchObject({ value: 'a' });
    expect(conditionOf(typed({}), 'text')).toBeUndefined();
    expect(conditionOf(typed({ operator: 'NOT_IN' }), 'enum')).toBeUndefined();
    expect(conditionOf(typed({ operator: 'IN', values: ['A', 'B'] }), 'enum')).toMatchObject({
      values: ['A', 'B'],
    });
    expect(conditionOf(typed({ operator: 'RANGE', min: '1' }), 'number')).toBeUndefined();
  });

  test('are not sent with a value that is none of the type of their field', () => {
    for (const type of ['number', 'integer', 'date', 'time', 'localTime'] as const)
      for (const operator of ['EQUALS', 'IN', 'RANGE', 'LESS_THAN'] as const)
        for (const text of ['soon', '2026-13-45', '0000-01-01', '1,2,3'])
          expect(
            conditionOf(
              typed({ operator, value: text, values: [text], min: text, max: text }),
              type,
            ),
            `${type} ${operator} ${text}`,
          ).toBeUndefined();
    expect(conditionOf(typed({ value: '1.5' }), 'integer')).toBeUndefined();
    expect(conditionOf(typed({ value: '1.500' }), 'integer')).toMatchObject({ value: '1500' });
  });

  test('on a day cover the whole day of a time', () => {
    const days = { min: '2026-01-02', max: '2026-01-03', value: '2026-01-02' };
    expect(conditionOf(typed({ operator: 'RANGE', ...days }), 'localTime')).toMatchObject({
      min: '2026-01-02T00:00:00',
      max: '2026-01-03T23:59:59',
    });
    expect(conditionOf(typed({ operator: 'GREATER_THAN', ...days }), 'localTime')).toMatchObject({
      value: '2026-01-02T23:59:59',
    });
    // A record's time is UTC, the day that somebody means is one of their own clock.
    showIn('America/Santiago');
    expect(conditionOf(typed({ operator: 'RANGE', ...days }), 'time')).toMatchObject({
      min: '2026-01-02T03:00:00',
      max: '2026-01-04T02:59:59',
    });
    expect(conditionOf(typed({ operator: 'LESS_THAN', ...days }), 'time')).toMatchObject({
      value: '2026-01-02T03:00:00',
    });
    expect(conditionOf(typed(days), 'time')).toEqual({
      field: 'f',
      operator: 'RANGE',
      min: '2026-01-02T03:00:00',
      max: '2026-01-03T02:59:59',
    });
    expect(conditionOf(typed(days), 'localTime')).toMatchObject({
      operator: 'RANGE',
      max: '2026-01-02T23:59:59',
    });
    expect(conditionOf(typed(days), 'date')).toMatchObject({ operator: 'EQUALS' });
    expect(conditionOf(typed({ operator: 'GREATER_THAN', ...days }), 'date')).toMatchObject({
      value: '2026-01-02',
    });
  });

  test('have the comparisons that the API takes for their field', () => {
    const of = (name: string) => {
      const field = filteredFields('contact').find((each) => each.name === name);
      return field ? operatorsOf(field) : [];
    };
    expect(of('firstName')).toHaveLength(14);
    expect(of('annualIncome')).not.toContain('CONTAINS');
    expect(of('annualIncome')).toContain('RANGE');
    expect(of('relatedToPEP')).not.toContain('GREATER_THAN');
    expect(of('dateOfBirth')).toContain('IN');
    for (const operator of ['NOT_EQUALS', 'IN', 'NOT_IN'])
      expect(of('createdAt')).not.toContain(operator);
  });

  test('are offered for a field whose values are typed, or all have words', () => {
    const options = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
    expect(isOffered({ filter: 'text', options: undefined })).toBe(true);
    expect(isOffered({ filter: 'enum', options: options('Lead') })).toBe(true);
    expect(isOffered({ filter: 'enum', options: options('Lead', '') })).toBe(false);
    expect(isOffered({ filter: 'enum', options: undefined })).toBe(false);
    expect(isOffered({ filter: 'uuid', options: undefined })).toBe(false);
  });
});
