import { WebhookVerificationError } from './errors.ts';

type Value = string | readonly string[] | undefined;

/** The headers of a request: an object as Node gives it, Headers, a Map, or pairs; names in any case. */
type GivenHeaders = Iterable<readonly [string, Value]> | Readonly<Record<string, Value>>;

/**
 * Returns the message of a webhook, once it is sure that the holder of the secret signed these very bytes
 * within the tolerance (Standard Webhooks 1.0). Throws WebhookVerificationError.
 */
export async function verifyWebhook(
  headers: GivenHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secrets: string | readonly string[],
  { toleranceSeconds = 300 }: { toleranceSeconds?: number } = {},
): Promise<unknown> {
  const read = (name: string) => headerOf(headers, name) ?? refuse(`There is no header ${name}`);
  const [id, timestamp, signatures] = [
    read('webhook-id'),
    read('webhook-timestamp'),
    read('webhook-signature'),
  ];
  if (!/^\d{1,12}$/.test(timestamp)) refuse('The time of the message is no number');
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  // What is no number tolerates nothing.
  if (!(age <= toleranceSeconds)) refuse('The message was signed too long ago, or ahead of time');
  const bytes = bytesOf(body);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures
    .split(/[ ,]+(?=v\d+a?,|$)/)
    .flatMap((each) => (each.startsWith('v1,') ? [bytesIn(each.slice(3))] : []));
  const keys = await Promise.all([secrets ?? []].flat().map(keyOf));
  if (keys.length === 0) refuse('A secret is needed');
  for (const key of keys)
    for (const signature of given)
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return parse(bytes);
  return refuse('No signature is by one of the secrets');
}

function refuse(message: string, cause?: unknown): never {
  throw new WebhookVerificationError(message, { cause });
}

function headerOf(headers: GivenHeaders, name: string): string | undefined {
  const given = headers ?? {};
  const pairs = Symbol.iterator in given ? [...given] : Object.entries(given);
  const values = pairs.flatMap(([key, value]) => (key.toLowerCase() === name ? value : undefined));
  // Of several, as of a header that came twice, the signatures are all tried.
  const stated = values.filter((each) => each !== undefined);
  return stated.length > 0 ? stated.join(' ') : undefined;
}

/** Returns the bytes as they came; of what was parsed already they are not known any more. */
function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return refuse('The body is needed as it came, text or bytes, before anything parses it');
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const key = bytesIn(String(secret).replace(/^whsec_/, ''));
  if (!key || key.length === 0)
    return refuse('A secret is not as Atrium gives it: whsec_ and base64');
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesIn(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    return refuse('The message is no JSON', cause);
  }
}
