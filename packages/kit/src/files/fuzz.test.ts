import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProblemError } from '../problem.ts';
import { isBlank } from '../texts/folding.ts';
import { type FileRow, readFile } from './read-file.ts';

/** The seconds that each part goes on for; without it some are tried. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
// The same ones each time, unless there is time for others.
const seed = Number(process.env.SOAK_SEED ?? (seconds > 0 ? Date.now() % 1_000_000 : 20_261));
const effort = {
  seed,
  numRuns: seconds > 0 ? 1e9 : 80,
  ...(seconds > 0 && { interruptAfterTimeLimit: seconds * 1_000, markInterruptAsFailure: false }),
};

async function* cut(bytes: Buffer, lengths: readonly number[]) {
  for (let [at, turn] = [0, 0]; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function read(bytes: Buffer, lengths: readonly number[], contentType = 'text/csv') {
  const { rows, misread } = readFile(cut(bytes, lengths), { contentType, maxBytes: 1e8 });
  const found = await Array.fromAsync(rows);
  const odd = misread();
  return found.map((row): FileRow => {
    const fault = row.fault ?? odd.get(row.line);
    return { ...row, ...(fault && { fault }) };
  });
}

const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constantFrom(100, 65_536)), {
  minLength: 1,
  maxLength: 5,
});
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

/** Matches what has a sign for each in windows-1252 and no sequence that UTF-8 would have as well. */
const western = fc.string({ unit: fc.constantFrom(...'aüýø O’€;,\t\r\n"\'='), maxLength: 8 });
const anyText = fc
  .oneof(western, fc.string({ unit: 'grapheme', maxLength: 8 }))
  .map((text) => text.replaceAll('\0', ''));
const ways = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1252': (text: string) =>
    Buffer.from(text.replaceAll('€', '\x80').replaceAll('’', '\x92'), 'latin1'),
};

type Written = { cells: string[]; kind: 'GOOD' | 'NUL' | 'LONG' | 'ODD' };

/** A row as a program writes it; all cells in quotes, or those that need them. */
function rowText({ cells, kind }: Written, separator: string, quotesAll: boolean): string {
  const quoted = cells.map((cell) =>
    quotesAll || cell.includes(separator) || /["\r\n]|^\s|\s$/.test(cell)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell,
  );
  const marks = { GOOD: 'x', NUL: 'x\0', LONG: `"${'y"",\n'.repeat(14_000)}"`, ODD: 'x\ue000' };
  return [marks[kind], ...quoted].join(separator);
}

const linesIn = (text: string) => text.split(/\r\n|\r|\n/).length;

test(
  'Every row that a program wrote is read, or refused alone with its line, wherever the file is cut',
  async () => {
    const file = fc.record({
      way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
      separator: fc.constantFrom(',', ';', '\t', '|'),
      end: lineEnd,
      quotesAll: fc.boolean(),
      namesSeparator: fc.boolean(),
      blanks: fc.array(fc.nat({ max: 9 }), { maxLength: 3 }),
      kinds: fc.array(fc.constantFrom('GOOD', 'GOOD', 'GOOD', 'NUL', 'LONG', 'ODD'), {
        maxLength: 9,
      }),
      western: fc.array(fc.array(western, { minLength: 2, maxLength: 3 }), {
        minLength: 9,
        maxLength: 9,
      }),
      any: fc.array(fc.array(anyText, { minLength: 2, maxLength: 3 }), {
        minLength: 9,
        maxLength: 9,
      }),
      lengths,
    });
    let [files, rows] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        file,
        async ({ way, separator, end, quotesAll, namesSeparator, ...made }) => {
          const is1252 = way === 'windows-1252';
          const cells = is1252 ? made.western : made.any;
          const written = made.kinds.map(
            (kind, at): Written => ({
              cells: cells[at] ?? [],
              // A mark or all of windows-1252 leaves no sequence of bytes that does not fit.
              kind: kind === 'ODD' && way !== 'utf-8' ? 'GOOD' : (kind as Written['kind']),
            }),
          );
          const header: Written = { cells: ['é', 'b'], kind: 'GOOD' };
          const isNamed = namesSeparator || separator === '|';
          const lines: string[] = isNamed ? [`sep=${separator}`] : [];
          const wanted: { line: number; cells: string[] | string }[] = [];
          let line = 1 + lines.length;
          for (const [at, each] of [header, ...written].entries()) {
            for (let count = made.blanks[at] ?? 0; at > 0 && count > 0; count--) {
              lines.push(count % 2 ? '' : ` ${separator} ${separator}`);
              line += 1;
            }
            const text = rowText(each, separator, quotesAll);
            const codes = {
              GOOD: undefined,
              NUL: 'NOT_ALLOWED',
              LONG: 'TOO_LONG',
              ODD: 'ENCODING',
            };
            wanted.push({ line, cells: codes[each.kind] ?? ['x', ...each.cells.map(trimmed)] });
            lines.push(text);
            line += linesIn(text);
          }
          // Cells that need no quotes are trimmed by whoever reads them.
          function trimmed(cell: string): string {
            const isQuoted = quotesAll || cell.includes(separator) || /["\r\n]|^\s|\s$/.test(cell);
            return isQuoted ? cell : cell.trim();
          }
          const bytes = ways[way](lines.join(end) + end);
          const odd = Buffer.from('\ue000');
          const parts = [];
          let from = 0;
          for (
            let at = bytes.indexOf(odd);
            way === 'utf-8' && at >= 0;
            at = bytes.indexOf(odd, from)
          ) {
            parts.push(bytes.subarray(from, at), Buffer.from([0xf1]));
            from = at + odd.length;
          }
          const found = await read(Buffer.concat([...parts, bytes.subarray(from)]), made.lengths);
          expect(
            found.map(({ line: of, cells: has, fault }) => ({
              line: of,
              cells: fault?.code ?? has,
            })),
          ).toEqual(wanted);
          files += 1;
          rows += found.length;
        },
      ),
      effort,
    );
    process.stdout.write(`Read ${rows} rows of ${files} files, seed ${seed}\n`);
  },
  Math.max(240_000, seconds * 2_000),
);

test(
  'Any bytes are read or refused by a sentence, with lines that rise and cells without NUL',
  async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .array(fc.constantFrom(...'ab",;\t\r\n =\0', 'é', 'sep=', '\ufeff', 'x'.repeat(40_000)), {
          maxLength: 30,
        })
        .map((parts) => Buffer.from(parts.join(''))),
    );
    const type = fc.constantFrom(
      'text/csv',
      'text/csv; charset=utf-8',
      'text/csv; charset=windows-1252',
      'text/csv; charset=utf-16be',
      'text/csv; charset=gb18030',
      'text/csv; charset=iso-2022-jp',
    );
    let [taken, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(bytes, type, lengths, lengths, async (file, contentType, one, other) => {
        const readIn = (cuts: readonly number[]) =>
          read(Buffer.from(file), cuts, contentType).catch((error: unknown) => {
            expect(error).toBeInstanceOf(ProblemError);
            expect((error as ProblemError).status).toBe(400);
            return (error as ProblemError).errors;
          });
        // Of what cannot be decoded, a piece more or less is shown.
        const comparable = (rows: Awaited<ReturnType<typeof readIn>>) =>
          rows.map((row) => ('fault' in row ? { ...row, cells: [] } : row));
        const found = await readIn(one);
        // Where the file is cut makes no difference.
        expect(comparable(await readIn(other))).toEqual(comparable(found));
        const rows = found.filter((each) => 'line' in each);
        expect(rows.every(({ line }, at) => line > (rows[at - 1]?.line ?? 0))).toBe(true);
        expect(rows.every(({ cells }) => !cells.join('').includes('\0'))).toBe(true);
        expect(rows.every(({ cells, fault }) => fault || !cells.every(isBlank))).toBe(true);
        if (rows.length > 0) taken += 1;
        else refused += 1;
      }),
      effort,
    );
    process.stdout.write(`Read ${taken} files and refused ${refused}, seed ${seed}\n`);
  },
  Math.max(240_000, seconds * 2_000),
);
