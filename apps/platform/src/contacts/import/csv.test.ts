import { csvRecord, unescapeCell } from '@atrium/kit/csv-record.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeLines } from './decode-lines.ts';
import { type CsvRecord, parseCsv } from './parse-csv.ts';

async function* pieces<T>(items: readonly T[]) {
  yield* items;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const parse = (text: string): Promise<CsvRecord[]> => all(parseCsv(pieces([text])));
const decode = async (chunks: readonly Buffer[]) =>
  (await all(decodeLines(pieces(chunks), 1_000_000))).join('');

describe('CSV', () => {
  test('whatever is written is read again, cell by cell', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\r')),
      fc.string({ unit: fc.constantFrom(...';\t\n"\'=-@x1,') }),
    );
    const records = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(records, async (written) => {
        // The header settles the delimiter, as in every file there is.
        const text = csvRecord(['a', 'b']) + written.map(csvRecord).join('');
        const read = (await parse(text)).slice(1).map((record) => record.cells.map(unescapeCell));
        expect(read).toEqual(written);
      }),
    );
  });

  test('a spreadsheet that parts cells elsewhere than at commas finds no formula either', () => {
    expect(csvRecord(['x;=1+1', 'a\t@b', 'c\r\n-d', 'e;"=f"', 'g; h', 'i;j-k'])).toBe(
      `"x;'=1+1","a\t'@b","c\r\n'-d","e;'""=f""","g; h","i;j-k"\r\n`,
    );
    const cell = fc.string({ unit: fc.constantFrom(...';\t\n"\'=-@x1,') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2 }), (written) => {
        for (const part of csvRecord(written)
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
      expect(csvRecord([text])).toMatch(/^"?'/);
    expect(csvRecord(['-15.00', '+56', '12'])).toBe('-15.00,+56,12\r\n');
  });

  test('records know the line they begin on, through quoted line breaks and empty lines', async () => {
    const records = await parse('a;b\n\n"1\n2";x\r\n3;"say ""so"""');
    expect(records).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1\n2', 'x'] },
      { line: 5, cells: ['3', 'say "so"'] },
    ]);
  });

  test('lines are counted as an editor counts them, with line breaks of two characters in quotes', async () => {
    const text = 'a,b\r\n"1\r\n2\r\n3",x\r\n\r\n4,y\r\n"5\n6", "z" \r\n';
    const records = await parse(text);
    expect(records.map(({ line }) => line)).toEqual([1, 2, 6, 7]);
    expect(records.at(-1)?.cells).toEqual(['5\n6', 'z']);
    await expect(parse(`${text}\n7,"`)).rejects.toMatchObject({
      errors: [{ message: 'The record on line 10 has a quote that never ends' }],
    });
  });

  test('a record that never ends is refused before it fills the memory', async () => {
    await expect(parse(`a,b\n"${'x'.repeat(70_000)}`)).rejects.toThrow(/body/);
  });
});

describe('text of a file', () => {
  const text = 'Ñandú,Íñigo\nSofía,Núñez\n';

  test('comes out the same in UTF-8 and Latin-1, wherever the chunks are cut', async () => {
    for (const encoding of ['utf8', 'latin1'] as const) {
      const bytes = Buffer.from(text, encoding);
      for (let cut = 0; cut <= bytes.length; cut++)
        expect(await decode([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(text);
    }
  });

  test('is refused when it is neither, holds NUL characters or is too long', async () => {
    const mixed = [Buffer.from('Ñandú\n'), Buffer.from('Íñigo\n', 'latin1')];
    await expect(decode(mixed)).rejects.toThrow(/body/);
    await expect(decode([Buffer.from('a\0b\n')])).rejects.toThrow(/body/);
    await expect(all(decodeLines(pieces([Buffer.alloc(11)]), 10))).rejects.toThrow(/too large/);
  });
});
