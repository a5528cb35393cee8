import { unescapeCell } from '@atrium/kit/csv-formulas.ts';
import { csvRecords } from '@atrium/kit/csv-record.ts';
import { readFile } from '@atrium/kit/files/read-file.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

async function* whole(text: string) {
  yield Buffer.from(text);
}

const parse = (text: string) => Array.fromAsync(readFile(whole(text), { maxBytes: 1e9 }).rows);

describe('CSV', () => {
  test('whatever is written is read again, cell by cell', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      fc.string({ unit: fc.constantFrom(...';\t\r\n"\'=-+@x1eE.,') }),
    );
    const records = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(records, async (written) => {
        // The header settles the delimiter, as in every file there is.
        // What has no text at all is no row: the first cell says something.
        const rows = written.map((cells) => ['x', ...cells]);
        const text = csvRecords([['a', 'b'], ...rows]);
        const read = (await parse(text)).slice(1).map((row) => row.cells.map(unescapeCell));
        expect(read).toEqual(rows);
      }),
    );
  });

  test('a spreadsheet that parts cells elsewhere than at commas finds no formula either', () => {
    expect(csvRecords([['x;=1+1', 'a\t@b', 'c\r\n-d', 'e;"=f"', 'g; h', 'i;j-k']])).toBe(
      `"x;'=1+1","a\t'@b","c\r\n'-d","e;'""=f""","g; h","i;j-k"\r\n`,
    );
    const cell = fc.string({ unit: fc.constantFrom(...';\t\n"\'=-@x1,') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2 }), (written) => {
        for (const part of csvRecords([written])
          .split(/[;\t\r\n]/)
          .slice(1))
          expect(part).not.toMatch(/^"*[=@-]/);
      }),
    );
  });

  test('no cell begins a formula, and plain numbers stay numbers', () => {
    for (const text of [
      '=1+1',
      '+cmd',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '\n=1+1',
      '＝1+1',
      '＋1',
      '－1',
      '＠SUM(A1)',
    ])
      expect(csvRecords([[text]])).toMatch(/^"?'/);
    expect(csvRecords([['-15.00', '+56', '12']])).toBe('-15.00,+56,12\r\n');
  });

  test('no text becomes a number in exponent form, whose digits would be lost', () => {
    for (const text of ['1.23E+11', '5e+10', '1,5E10', '-1E-3'])
      expect(csvRecords([[text]])).toMatch(/^"?'/);
    expect(csvRecords([['12E5', 'E+5', '1e+5x', '123']])).toBe('12E5,E+5,1e+5x,123\r\n');
  });
});
