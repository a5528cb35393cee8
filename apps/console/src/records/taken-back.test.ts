import { expect, test } from 'vitest';
import { hasAllValues, takenBack } from './taken-back.ts';

const change = (field: string, before: string | null, after: string | null) => ({
  field,
  before,
  after,
});

test('A change is taken back field by field, as long as nothing of it was changed again', () => {
  const changes = [
    change('middleName', null, 'Luz'),
    change('isActive', 'true', 'false'),
    change('companyNames', '["Uno","Dos"]', '["Dos"]'),
    change('currentEmployment', '{"city":"Calama"}', '{"city":"Arica","industry":null}'),
    change('stageName', 'LEAD', null),
  ];
  const now = {
    middleName: 'Luz',
    isActive: false,
    companyNames: ['Dos'],
    currentEmployment: { industry: null, city: 'Arica' },
    stageName: null,
    other: 1,
  };
  expect(takenBack({ changes }, now)).toEqual({
    middleName: null,
    isActive: true,
    companyNames: ['Uno', 'Dos'],
    currentEmployment: { city: 'Calama' },
    stageName: 'LEAD',
  });
  for (const other of [{ middleName: 'Mía' }, { isActive: null }, { companyNames: [] }])
    expect(takenBack({ changes }, { ...now, ...other })).toBeUndefined();
  const told = { changes, changedFields: changes.map(({ field }) => field) };
  expect(hasAllValues(told)).toBe(true);
  // A long text is kept without its value.
  expect(hasAllValues({ ...told, changedFields: [...told.changedFields, 'note'] })).toBe(false);
  expect(hasAllValues({ changes: [], changedFields: [] })).toBe(false);
});
