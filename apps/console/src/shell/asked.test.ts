import { expect, test } from 'vitest';
import { showIn, today } from '../time.ts';
import { parseDate } from '../typed-dates.ts';
import { askedOf } from './asked.ts';

showIn('America/Santiago');
const meeting = (who: string, date?: string, start?: string) => ({
  kind: 'MEETING',
  who,
  date,
  start,
});

test.each([
  ['reunión con Ana Soto martes 11', meeting('Ana Soto', parseDate('martes 11'))],
  [
    'Reunion con ana soto Núñez el martes 11 de agosto',
    meeting('ana soto Núñez', parseDate('11 ago')),
  ],
  ['reunión con Ana mañana a las 10', meeting('Ana', parseDate('mañana'), '10:00')],
  ['reunión con Ana Mar', meeting('Ana Mar')],
  ['reunión con Ana mar 11', meeting('Ana', parseDate('mar 11'))],
  ['agendar reunión con Pérez hoy 15:30', meeting('Pérez', parseDate('hoy'), '15:30')],
  [
    'meeting with Ana Soto on Tuesday 11 at 9',
    meeting('Ana Soto', parseDate('tuesday 11'), '09:00'),
  ],
  ['meet with Ana 1/12', meeting('Ana', parseDate('1/12'))],
  ['Ana Soto 9 8765 4321', { kind: 'PERSON', name: 'Ana Soto', phone: '9 8765 4321' }],
  [
    'María José O’Higgins +56 (9) 8765-4321',
    { kind: 'PERSON', name: 'María José O’Higgins', phone: '+56 (9) 8765-4321' },
  ],
  ['Ana Soto 12.345.678-5', undefined],
  ['12345678-5', undefined],
  ['+56 9 8765 4321', undefined],
  ['Ana 12', undefined],
  ['reunión', undefined],
  ['reunión con', undefined],
])('⌘K understands what %s asks for', (text, asked) => {
  expect(askedOf(text)).toEqual(asked);
});

test('a weekday with a day of the month is the next day that is both', () => {
  const day = parseDate('martes 11');
  const date = Temporal.PlainDate.from(day ?? '');
  expect([date.day, date.dayOfWeek]).toEqual([11, 2]);
  expect(Temporal.PlainDate.compare(date, today())).toBeGreaterThanOrEqual(0);
  expect(parseDate('Friday the 13')?.slice(8)).toBe('13');
  expect(parseDate('martes 45')).toBeUndefined();
});
