import { createWriteStream, renameSync, rmSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

type Step = Duplex | ((source: AsyncIterable<Buffer>) => AsyncIterable<string | Buffer>);

/**
 * Leads a stream into a file only its owner may read, which appears under its name when it is
 * whole, or without a file to the standard output. Rejects when the stream breaks off.
 */
export async function writeWhole(
  file: string | undefined,
  source: Readable,
  steps: readonly Step[] = [],
): Promise<void> {
  const part = `${file}.part`;
  const target = file ? createWriteStream(part, { mode: 0o600 }) : process.stdout;
  try {
    await pipeline([source, ...steps, target] as never, { end: file !== undefined });
  } catch (error) {
    // A file that is still being opened would appear after it was removed.
    if (file && !target.closed) await new Promise((closed) => target.once('close', closed));
    if (file) rmSync(part, { force: true });
    throw new Error('The export broke off and is not whole', { cause: error });
  }
  if (file) renameSync(part, file);
}
