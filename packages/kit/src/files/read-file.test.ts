import { describe, expect, test } from 'vitest';
import { type FileRow, readFile } from './read-file.ts';

type Options = { contentType?: string; maxBytes?: number; chunk?: number };

async function* chunksOf(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function read(file: Buffer | string, options: Options = {}) {
  const { chunk = 7, maxBytes = 1e9, ...rest } = options;
  const bytes = Buffer.from(file as string);
  const { rows, misread } = readFile(chunksOf(bytes, chunk), { maxBytes, ...rest });
  const found = await Array.fromAsync(rows);
  const odd = misread();
  return found.map((row): FileRow => {
    const fault = row.fault ?? odd.get(row.line);
    return { ...row, ...(fault && { fault }) };
  });
}

const cellsOf = async (file: Buffer | string, options?: Options) =>
  (await read(file, options)).map(({ cells, fault }) => (fault ? fault.code : cells));
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const names = ['José', 'Ñandú'];

describe('A file of rows', () => {
  test('is read in the encoding that its mark, its type or its bytes say, wherever it is cut', async () => {
    const text = names.join('\n');
    const utf8 = Buffer.from(text);
    const files: [Buffer, string?][] = [
      [utf8],
      [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]), 'text/csv; charset=latin1'],
      [utf16(`\ufeff${text}`)],
      [utf16(`\ufeff${text}`, true), 'text/csv;charset=utf-8'],
      [utf16(text), 'text/csv; charset="UTF-16LE"'],
      [Buffer.from(text, 'latin1')],
      [Buffer.from(text, 'latin1'), 'text/csv; charset=iso-8859-1; header=present'],
    ];
    for (const [file, contentType = 'text/csv'] of files)
      for (const chunk of [1, 2, 3, 1000])
        expect(await cellsOf(file, { chunk, contentType })).toEqual(names.map((name) => [name]));
    const sjis = Buffer.from([0x83, 0x5c, 0x2c, 0x83, 0x7c, 0x0a]);
    expect(await cellsOf(sjis, { contentType: 'text/csv; charset=shift_jis' })).toEqual([
      ['ソ', 'ポ'],
    ]);
    const wrong = Buffer.from([0x41, 0x0a, 0x81, 0x30, 0x2c, 0x42, 0x0a, 0x43]);
    for (const chunk of [1, 2, 3, 1000])
      expect(await cellsOf(wrong, { chunk, contentType: 'text/csv; charset=gb18030' })).toEqual([
        ['A'],
        'ENCODING',
        ['C'],
      ]);
    await expect(read(utf8, { contentType: 'text/csv; charset=klingon' })).rejects.toMatchObject({
      status: 415,
    });
  });

  test('is windows-1252 without any sequence of UTF-8, as a spreadsheet on Windows saves it', async () => {
    const file = Buffer.from('O\x92Higgins;Mi\x9aa;Soto \x96 Paz;\x80 5\nx;\x81', 'latin1');
    expect(await cellsOf(file)).toEqual([['O’Higgins', 'Miša', 'Soto – Paz', '€ 5'], 'ENCODING']);
  });

  test('loses the one row that its encoding does not fit, wherever that stands', async () => {
    const odd = Buffer.from('Muñoz,x\n', 'latin1');
    const good = Buffer.from('José,y\n');
    const head = Buffer.from('Name,Note\n');
    const refused = { line: expect.any(Number), cells: ['Muñoz', 'x'] };
    for (const order of [
      [head, odd, good],
      [head, good, odd],
    ]) {
      const rows = await read(Buffer.concat(order));
      expect(rows).toHaveLength(3);
      expect(rows.filter(({ fault }) => fault)).toEqual([
        { ...refused, fault: { code: 'ENCODING', cell: 0 } },
      ]);
      expect(rows.map(({ cells }) => cells)).toContainEqual(['José', 'y']);
    }
    const lone = Buffer.concat([utf16('\ufeffa;b\nx;'), Buffer.from([0x00, 0xd8]), utf16('\né;z')]);
    expect(await cellsOf(lone)).toEqual([['a', 'b'], 'ENCODING', ['é', 'z']]);
  });

  test.each([
    [',', 'a,b'],
    [';', 'a;"b, c, d"'],
    ['\t', 'a\tb\tc;d'],
    [';', '"x;y;z;,";,;'],
  ])(
    'has the separator %j where its first line has that most often outside quotes: %s',
    async (separator, header) => {
      const [, row] = await cellsOf(`${header}\n1${separator}2`);
      expect(row).toEqual(['1', '2']);
    },
  );

  test('names its separator in a first line, which is no row', async () => {
    for (const sign of [';', ',', '|', '\t', '^', ':', 'x'])
      for (const line of [`sep=${sign}`, `SEP=${sign}`, `"sep=${sign}"`, `\ufeffsep=${sign} `])
        expect(await read(`${line}\r\na${sign}b\r\n`)).toEqual([{ line: 2, cells: ['a', 'b'] }]);
    await expect(read('sep=§\na§b')).rejects.toMatchObject({ status: 400 });
    expect(await cellsOf('sep=ab;c\nd;e')).toEqual([
      ['sep=ab', 'c'],
      ['d', 'e'],
    ]);
  });

  test('ends its lines in any of three ways outside quotes, and counts them as an editor does', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['a,b', '"1\r\n2', '3\r4\n5",x', '', 'y,z'].join(end);
      const rows = await read(text);
      expect(rows.map(({ cells }) => cells)).toEqual([
        ['a', 'b'],
        [`1\r\n2${end}3\r4\n5`, 'x'],
        ['y', 'z'],
      ]);
      expect(rows.map(({ line }) => line)).toEqual([1, 2, 8]);
    }
  });

  test('has no rows where there is no text', async () => {
    const blank = [';;', ' ; \t;', '\u00a0;\u3000', '"";" "', '=""; ="" ;', '\u200b;\ufeff;\u00ad'];
    const rows = await read(['', 'a;b', ...blank, 'x;', ...blank].join('\r\n'));
    expect(rows).toEqual([
      { line: 2, cells: ['a', 'b'] },
      { line: 9, cells: ['x', ''] },
    ]);
  });

  test('takes quotes as text where they enclose nothing', async () => {
    expect(
      await cellsOf('a,b,c\n5" pipe,"say ""so""", "x" \n"Juan "Tito" Paz", y z ," w "'),
    ).toEqual([
      ['a', 'b', 'c'],
      ['5" pipe', 'say "so"', 'x'],
      ['Juan "Tito" Paz', 'y z', ' w '],
    ]);
    expect(await cellsOf('="001";"=""002"""\n"a" \t"b"\t;c')).toEqual([
      ['="001"', '="002"'],
      ['a" \t"b', 'c'],
    ]);
    await expect(read('a,b\n\n1,"x\ny')).rejects.toMatchObject({
      errors: [{ message: 'The record on line 3 has a quote that never ends' }],
    });
  });

  test('loses the one row that is too long or has NUL, and its memory is that of one row', async () => {
    const long = 'n'.repeat(70_000);
    const text = `a;b;c\n1;x;"${long}\n;"";";9\n2;${long}\n3;\0;y\n4;z;w\n`;
    expect(await read(text, { chunk: 4096 })).toEqual([
      { line: 1, cells: ['a', 'b', 'c'] },
      { line: 2, cells: ['1', 'x'], fault: { code: 'TOO_LONG', cell: 2 } },
      { line: 4, cells: ['2'], fault: { code: 'TOO_LONG', cell: 1 } },
      { line: 5, cells: ['3', '', 'y'], fault: { code: 'NOT_ALLOWED', cell: 1 } },
      { line: 6, cells: ['4', 'z', 'w'] },
    ]);
    const exact = 'm'.repeat(65_536);
    expect(await cellsOf(`a\n${exact}\n${exact}m\n`, { chunk: 1e9 })).toEqual([
      ['a'],
      [exact],
      'TOO_LONG',
    ]);
    await expect(read('abc', { maxBytes: 2 })).rejects.toMatchObject({ status: 413 });
  });
});
