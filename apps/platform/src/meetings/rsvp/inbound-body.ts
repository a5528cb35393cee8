import type { IncomingMessage } from 'node:http';
import { readText } from '@atrium/kit/http/body-text.ts';
import { parseJson } from '@atrium/kit/http/json-body.ts';

/** Limits how much of a mail is read. */
export const mostOfMail = 10_485_760;
// In JSON each line of a mail is some signs longer.
const mostOfJson = 2 * mostOfMail;

/** Reads the beginning of a body; the rest is passed over, so that whoever sends it gets an answer. */
export async function readBeginning(
  body: IncomingMessage,
  most: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (length < most) chunks.push(chunk.subarray(0, most - length));
    length += chunk.length;
  }
  return { bytes: Buffer.concat(chunks), isWhole: length <= most };
}

/** Reads a mail in JSON, `{raw}`; of one that is too long, as much of `raw` as there is. */
export async function readJsonMail(
  body: IncomingMessage,
  contentType: string | undefined,
): Promise<unknown> {
  const { bytes, isWhole } = await readBeginning(body, mostOfJson);
  const text = isWhole ? readText(bytes, contentType) : bytes.toString('utf8');
  if (isWhole) return text.trim() === '' ? undefined : parseJson(text);
  const begin = /^\s*\{\s*"raw"\s*:\s*"/.exec(text)?.[0].length;
  if (begin === undefined) return undefined;
  // Where the cut falls into an escape, or between the halves of a sign, a little less is whole.
  for (let end = begin + mostOfMail; end > begin + mostOfMail - 13; end -= 1) {
    try {
      return parseJson(`{"raw":"${text.slice(begin, end)}"}`);
    } catch {
      // A little less may be.
    }
  }
  return undefined;
}
