import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { identifierOf } from './identify.ts';
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

describe('a CSV file', () => {
  const read = (content: Buffer | string, name = 'events.csv') => {
    const path = join(mkdtempSync(join(tmpdir(), 'events-')), name);
    writeFileSync(path, content);
    return Array.fromAsync(readEvents(path, { kind: 'csv', packed: name.endsWith('.gz') }));
  };
  const rows = [
    ['eventType', 'occurredAt', 'attributes', 'attributes.city', 'attributes.note'],
    ['order.placed', '2026-03-01T09:30:00Z', '"{""orderId"":76561198009194284}"', 'Ñuñoa', 'plain'],
    [],
    [],
    ['order.placed', '', '', '  blanks kept  ', '\u00a0y\u00a0'],
    ['order.placed', '', '', '"uno, ""dos""\r\ntres; cuatro"', '"  quoted  "'],
    ['', '', '', '', ''],
    ['""', '', '""', '', '""'],
    ['order.placed', '', '"{""a"": ""=1""}"', "'=1+1", '日本 👍'],
    ['order.placed', '', '', 'x'.repeat(100_000), ''],
    ['order.placed', '', '', '\t', "'"],
  ];
  const written = (separator: string, end: string) =>
    rows.map((cells) => cells.join(separator)).join(end);
  // Made by the reader that these files were read with before, for this tenant: what is sent again is known.
  const tenant = '0198c1a2-0000-7000-8000-000000000001';
  const identifiers = [
    '3d58ec6a-aabb-857a-bd22-ea5f9fcaf664',
    'f9bbedc7-4665-82e2-9aba-283cd5fb8fc4',
    'e29cd69f-8c1b-80cc-af6f-abdbcfe02685',
    'b6845438-3ed0-8c0c-a642-e5680fd20acb',
    'a0fb8dd8-11c5-8fc5-acac-b9e30b34a139',
    '7aa64f39-45d5-81ae-b395-c91250256e0a',
  ];
  const [first = '', second = '', , fourth = '', fifth = '', last = ''] = identifiers;
  const ofReturns = [first, second, '5a4106c8-14c0-8e20-a48f-4fb480cba453', fourth, fifth, last];
  const ofCommas = [
    ...[first, second, '51e81712-05ce-8cac-8aa0-2b2e5558e5b3', fourth, fifth],
    'ee11655e-34a1-8c91-b4ce-3f2fa9e9ecd0',
  ];

  test.each<[string, Buffer, string, string[]]>([
    [
      'commas',
      Buffer.from(written(',', '\n').replace('tres;', 'tres,').replace('\t', ' ')),
      'commas.csv',
      ofCommas,
    ],
    [
      'semicolons, a mark and CRLF',
      Buffer.from(`\ufeff${written(';', '\r\n')}\r\n`),
      'a.csv',
      identifiers,
    ],
    ['CR alone', Buffer.from(written(';', '\r').replace('\r\ntres', '\rtres')), 'a.csv', ofReturns],
    ['gzip', gzipSync(written(';', '\n')), 'a.csv.gz', identifiers],
  ])(
    'with %s has the events and the identifiers that it always had',
    async (_title, content, name, wanted) => {
      const events = await read(content, name);
      expect(events.map(({ number, text }) => identifierOf(tenant, number, text))).toEqual(wanted);
      expect(events.map(({ number }) => number)).toEqual([1, 2, 3, 6, 7, 8]);
      expect(events.at(-1)?.through).toBeLessThanOrEqual(1);
      expect(events[1]).toMatchObject({
        event: { eventType: 'order.placed', attributes: { city: '  blanks kept  ' } },
      });
    },
  );

  const cities = async (content: Buffer | string) =>
    (await read(content)).map(
      (each) => each.fault ?? (each.event as { attributes: { city: string } }).attributes.city,
    );
  const header = 'eventType;attributes.city';
  test('is read in the encoding that it is written in, and a row of another one is a fault of its own', async () => {
    const latin1 = Buffer.from(`${header}\na.b;Ñuñoa\na.b;Concón`, 'latin1');
    expect(await cities(latin1)).toEqual(['Ñuñoa', 'Concón']);
    const mixed = Buffer.concat([latin1, Buffer.from('\na.b;Valparaíso')]);
    const fault = 'is not text in the encoding of the file';
    expect(await cities(mixed)).toEqual([fault, fault, 'Valparaíso']);
    expect(await cities(Buffer.from(`\ufeff${header}\na.b;Ñuñoa`, 'utf16le'))).toEqual(['Ñuñoa']);
  });

  test('names its separator, and loses the rows alone that are no events', async () => {
    expect(await cities(`sep=|\n${header.replace(';', '|')}\na.b|;,\n`)).toEqual([';,']);
    const odd = `${header}\na.b;x;\na.b;x;y\na.b\na.b;\0\na.b;${'x'.repeat(1_048_576)}\na.b;y`;
    expect(await cities(odd)).toEqual([
      'x',
      'has more cells than the header',
      undefined,
      'has NUL characters',
      'is longer than a MiB',
      'y',
    ]);
  });

  test('without the header of events, or with a quote that never ends, is refused', async () => {
    await expect(read('name;city\n')).rejects.toThrow('has no column eventType');
    await expect(read(`${header};Città\n`)).rejects.toThrow('the column Città is no field');
    await expect(read(`${header}\na.b;"x\n`)).rejects.toThrow(
      /events.csv: The record on line 2 has a quote that never ends/,
    );
  });
});
