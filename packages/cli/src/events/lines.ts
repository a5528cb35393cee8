const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Returns the lines of a stream of bytes, without their ends. Rejects when the stream fails. */
export async function* byteLinesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of source) {
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, start)) {
      yield withoutReturn(Buffer.concat([...rest, chunk.subarray(start, at)]));
      rest = [];
      start = at + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last;
}

/** Returns the same as texts. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const line of byteLinesOf(source)) yield line.toString();
}

const withoutReturn = (line: Buffer): Buffer =>
  line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
