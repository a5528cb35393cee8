import { expect, test } from 'vitest';
import { saysName } from './says-name.ts';

test.each([
  ['Llamar mañana', 'Ana', false],
  ['Llamar a Ana, mañana', 'Ana', true],
  ['Llamar (ANÁ)', 'ana', true],
  ['Familia Soto-Ruiz: revisar', 'Soto Ruiz', true],
  ['Familia Sotomayor', 'Familia Soto', false],
  ['', 'Ana', false],
])('%j says the name %j: %s', (text, name, isSaid) => {
  expect(saysName(text, name)).toBe(isSaid);
});
