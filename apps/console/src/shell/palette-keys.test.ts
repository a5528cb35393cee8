import { expect, test } from 'vitest';
import { keysFor } from './palette-keys.ts';

const run = () => undefined;
const keys = [
  { keys: 'n', label: 'Nueva reunión', run },
  { keys: 'mod+Enter', label: 'Agendar reunión', run, writes: true },
  { keys: '', label: 'Reenviar todas las invitaciones', run, writes: true },
  { keys: '', label: 'Ver minuta', run, writes: false },
  { keys: 'mod+k', label: 'Buscar o ir a', run },
  { keys: 'g p', label: 'Ir a reuniones', run, group: 'go' as const },
];
const shown = (text: string, isOnline = true) =>
  keysFor(text, keys, isOnline).map(({ kind, label }) => [kind, label]);

test.each(['', 'la', 'las vi', 'nviar', 'vitaciones', 'r', 'i n'])(
  'the box for everything offers no act for %j, which begins none of its words',
  (text) => expect(shown(text).filter(([kind]) => kind === 'act')).toEqual([]),
);

test.each(['ree', 'Todas las', 'INVITACIÓNES', 'las'])(
  'the box for everything offers an act for %j, and waits for the search before it is taken',
  (text) => expect(shown(text)).toEqual([['act', 'Reenviar todas las invitaciones']]),
);

test('a key is offered by any part of its words, a form’s own only by the beginning of one', () => {
  expect(shown('nión')).toEqual([['key', 'Nueva reunión']]);
  expect(shown('reunion')).toEqual([
    ['key', 'Nueva reunión'],
    ['act', 'Agendar reunión'],
  ]);
  expect(shown('buscar')).toEqual([]);
});

test('without a network nothing is offered that writes', () => {
  expect(shown('reenviar', false)).toEqual([]);
  expect(shown('reunion', false)).toEqual([['key', 'Nueva reunión']]);
  expect(shown('minuta', false)).toEqual([['act', 'Ver minuta']]);
});
