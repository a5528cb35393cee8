import { describe, expect, test } from 'vitest';
import { conditionOf, filteredFields, operatorsOf, type Typed } from './conditions.ts';
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

  test('on a day cover the whole day of a time', () => {
    const days = { min: '2026-01-02', max: '2026-01-03', value: '2026-01-02' };
    expect(conditionOf(typed({ operator: 'RANGE', ...days }), 'time')).toMatchObject({
      min: '2026-01-02T00:00:00',
      max: '2026-01-03T23:59:59',
    });
    expect(conditionOf(typed({ operator: 'GREATER_THAN', ...days }), 'time')).toMatchObject({
      value: '2026-01-02T23:59:59',
    });
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
  });
});
