import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';

test('lines that are not UTF-8 are faults of their own, and long numbers keep their digits', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'events-')), 'events.ndjson');
  const line = (city: string) => `{"attributes":{"city":"${city}","orderId":76561198009194284}}`;
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from(`\ufeff${line('Ñuñoa')}\r\n\n`),
      Buffer.from(`${line('Concón')}\n`, 'latin1'),
      Buffer.from(line('Valparaíso')),
    ]),
  );
  const read = await Array.fromAsync(readEvents(path, { kind: 'ndjson', packed: false }));
  const attributes = (city: string) => ({ city, orderId: '76561198009194284' });
  expect(read).toMatchObject([
    { number: 1, event: { attributes: attributes('Ñuñoa') } },
    { number: 3, fault: 'is not UTF-8' },
    { number: 4, event: { attributes: attributes('Valparaíso') } },
  ]);
});
