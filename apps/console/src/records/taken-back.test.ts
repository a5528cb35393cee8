import { expect, test } from 'vitest';
import { contactFields } from '../field-catalogue.ts';
import { hasAllValues, takenBack } from './taken-back.ts';

const change = (field: string, before: string | null, after: string | null) => ({
  field,
  before,
  after,
});

test('A change is taken back field by field, as long as nothing of it was changed again', () => {
  const changes = [
    change('middleName', null, 'Luz'),
    change('relatedToPEP', 'true', 'false'),
    change('companyNames', '["Uno","Dos"]', '["Dos"]'),
    change('currentEmployment', '{"city":"Calama"}', '{"city":"Arica","industry":null}'),
    change('stageName', 'LEAD', null),
  ];
  const now = {
    middleName: 'Luz',
    relatedToPEP: false,
    companyNames: ['Dos'],
    currentEmployment: { industry: null, city: 'Arica' },
    stageName: null,
    other: 1,
  };
  expect(takenBack({ changes }, now, contactFields)).toEqual({
    middleName: null,
    relatedToPEP: true,
    companyNames: ['Uno', 'Dos'],
    currentEmployment: { city: 'Calama' },
    stageName: 'LEAD',
  });
  for (const other of [{ middleName: 'Mía' }, { relatedToPEP: null }, { companyNames: [] }])
    expect(takenBack({ changes }, { ...now, ...other }, contactFields)).toBeUndefined();
  const told = { changes, changedFields: changes.map(({ field }) => field) };
  expect(hasAllValues(told)).toBe(true);
  // A long text is kept without its value.
  expect(hasAllValues({ ...told, changedFields: [...told.changedFields, 'note'] })).toBe(false);
  expect(hasAllValues({ changes: [], changedFields: [] })).toBe(false);
});

test('A text that looks like a list, or like yes or no, is taken back as the text that it was', () => {
  const back = (field: string, before: string, now: unknown) =>
    takenBack({ changes: [change(field, before, String(now))] }, { [field]: now }, contactFields);
  expect(back('firstName', '[VIP]', 'Ana')).toEqual({ firstName: '[VIP]' });
  expect(back('firstName', '["Ana"]', 'Ana')).toEqual({ firstName: '["Ana"]' });
  expect(back('displayName', 'true', 'Ana')).toEqual({ displayName: 'true' });
  expect(back('relatedToPEP', 'true', false)).toEqual({ relatedToPEP: true });
  // Companies are one text or several.
  expect(back('companyNames', '[VIP]', 'Uno')).toEqual({ companyNames: '[VIP]' });
  expect(back('companyNames', '["VIP] Uno', 'Uno')).toEqual({ companyNames: '["VIP] Uno' });
  expect(back('companyNames', '["Uno","Dos"]', 'Uno')).toEqual({ companyNames: ['Uno', 'Dos'] });
  expect(back('companyNames', '[]', 'Uno')).toEqual({ companyNames: [] });
});
