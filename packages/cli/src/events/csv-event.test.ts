import { expect, test } from 'vitest';
import { csvColumns, csvEvent, csvLine } from './csv-event.ts';

test('no cell of exported events begins a formula, and an import reads what was written', () => {
  const event = {
    eventType: 'contact.created',
    actorType: '=1+1',
    entityType: '＝1',
    attributes: {},
  };
  const cells = csvLine(event).trimEnd().split(',');
  expect(cells[csvColumns.indexOf('actorType')]).toBe("'=1+1");
  expect(cells[csvColumns.indexOf('entityType')]).toBe("'＝1");
  const row = Object.fromEntries(csvColumns.map((column, at) => [column, cells[at] ?? '']));
  expect(csvEvent(row).event).toEqual(event);
});
