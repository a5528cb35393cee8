import { expect, test } from 'vitest';
import { type Field, shownValue, typedValues, wireOf } from './field.tsx';

test('Several texts are typed one a line, so that a company keeps the commas of its name', () => {
  const field: Field = { path: 'companyNames', label: '', kind: 'texts' };
  const typed = (value: unknown) => typedValues([field], { companyNames: value });
  const back = (value: unknown) => wireOf(field, typed(value));
  const names = ['Inversiones Andes, S.A.', 'Dos Ltda.'];
  expect(typed(names)).toEqual({ companyNames: 'Inversiones Andes, S.A.\nDos Ltda.' });
  expect(back(names)).toEqual(names);
  expect(back('Inversiones Andes, S.A.')).toEqual(['Inversiones Andes, S.A.']);
  expect(wireOf(field, { companyNames: ' Uno \n\r\n Dos\n' })).toEqual(['Uno', 'Dos']);
  expect([back(null), back([])]).toEqual([null, null]);
  expect(shownValue(field, names)).toBe('Inversiones Andes, S.A. · Dos Ltda.');
  expect(shownValue(field, 'Uno, S.A.')).toBe('Uno, S.A.');
});
