import { fieldError, invalid } from '../problem.ts';

/** The greatest length of a row unless another is stated, in bytes of the file. */
export const longestRow = 65_536;

/** Holds what parts the cells of a file, as a byte, on which line its rows begin, and the file from there on. */
export type Beginning = { separator: number; line: number; whole: AsyncGenerator<Buffer> };

/**
 * Reads the first line that has text. One that says `sep=X` names the separator and is no row; else it is
 * whichever of comma, semicolon and tab stands most often outside the quotes of that line.
 */
export async function readBeginning(chunks: AsyncIterable<Buffer>): Promise<Beginning> {
  const rest = chunks[Symbol.asyncIterator]();
  let read: Buffer = Buffer.alloc(0);
  let isWhole = false;
  let first = firstLine(read, false);
  while (!first && !isWhole) {
    const next = await rest.next();
    isWhole = next.done === true;
    if (!next.done) read = Buffer.concat([read, next.value]);
    const isAll = isWhole || read.length > 2 * longestRow;
    if (isAll || /[\r\n]/.test(next.value.toString('latin1'))) first = firstLine(read, isAll);
  }
  const { text = '', end = 0, line = 1 } = first ?? {};
  const named = /^"?sep=([^"\x80-\xff]|[\x80-\xff]+)"?[ \t]*\1*$/i.exec(text)?.[1];
  async function* whole() {
    yield named ? read.subarray(end) : read;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  }
  if (!named) return { separator: mostFrequent(text), line: 1, whole: whole() };
  if (named.charCodeAt(0) < 0x80)
    return { separator: named.charCodeAt(0), line: line + 1, whole: whole() };
  throw invalid(
    fieldError('body', 'MALFORMED_CSV', 'Line 1 names a separator that is no ASCII sign'),
  );
}

type FirstLine = { text: string; end: number; line: number };

/** Returns the first line with text, its number, and where the line after it begins; undefined when more has to be read. */
function firstLine(bytes: Buffer, isAll: boolean): FirstLine | undefined {
  // Each byte as a sign: what is looked for is ASCII.
  const text = bytes.toString('latin1');
  let isQuoted = false;
  let [start, line] = [0, 1];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted || (sign !== '\n' && sign !== '\r')) continue;
    const isPair = sign === '\r' && text[at + 1] === '\n';
    if (sign === '\r' && at + 1 === text.length && !isAll) return undefined;
    const found = text.slice(start, at);
    const end = at + (isPair ? 2 : 1);
    if (/[^\s,;]/.test(found)) return { text: found, end, line };
    start = end;
    at = end - 1;
    line += 1;
  }
  return isAll ? { text: text.slice(start), end: text.length, line } : undefined;
}

function mostFrequent(line: string): number {
  const counts = new Map([',', ';', '\t'].map((sign) => [sign, 0]));
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    const count = counts.get(sign);
    if (!isQuoted && count !== undefined) counts.set(sign, count + 1);
  }
  const [[most] = [',']] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most.charCodeAt(0);
}
