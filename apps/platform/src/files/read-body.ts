import type { Readable } from 'node:stream';
import { Problem } from '../problems.ts';

/**
 * Reads a body of at most `maxBytes`, counting as it comes. Throws PAYLOAD_TOO_LARGE at the first
 * byte too many, or at once when the length that was announced is.
 */
export async function readBody(
  body: Readable | undefined,
  announced: number,
  maxBytes: number,
): Promise<Buffer> {
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The stream stays open when the loop ends early, because the answer goes the same way back.
  for await (const chunk of body?.iterator({ destroyOnReturn: false }) ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('PAYLOAD_TOO_LARGE', `At most ${maxBytes} bytes`, {
    headers: { connection: 'close' },
  });
}
