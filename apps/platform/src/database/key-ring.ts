import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The keys of SECRET_KEY: the first seals and signs, all of them open and check. */
export type KeyRing = readonly [string, ...string[]];

/**
 * Reads keys parted by commas or lines; undefined where there is none. A key of the time when there was but
 * one may hold commas and white space: the text as it was written opens, too, and so does what stands
 * behind each comma, where such a key comes behind a new one.
 */
export function readKeyRing(text: string): KeyRing | undefined {
  const [first, ...others] = text
    .split(/[,\r\n]/)
    .map((key) => key.trim())
    .filter(Boolean);
  if (!first) return undefined;
  const rests = [...text.matchAll(/[,\r\n]/g)].map(({ index }) => text.slice(index + 1));
  const written = [text, ...rests, ...rests.map((rest) => rest.trim())];
  return [first, ...new Set([...others, ...written].filter((key) => key.trim() && key !== first))];
}

/** What is said of a SECRET_KEY without any key in it. */
export const noSecretKey = 'SECRET_KEY is required: a key, or several parted by commas';

/** Returns the key of a purpose that is derived from one of SECRET_KEY. */
export const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));

export type Macs = ReturnType<typeof createMacs>;

/**
 * Makes keyed hashes (HMAC-SHA-256) by the first key and checks them by all. With a purpose the keys
 * are derived for it; `bytes` is how much of a hash is used.
 */
export function createMacs(ring: KeyRing, purpose?: string, bytes = 32) {
  const keys = ring.map((key) => (purpose === undefined ? key : deriveKey(key, purpose)));

  /** Returns the hashes of a text by every key, that of the first one first. */
  const all = (data: string | Buffer): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(data).digest().subarray(0, bytes));

  function make(data: string | Buffer): Buffer {
    const [first = Buffer.alloc(0)] = all(data);
    return first;
  }

  /** Returns whether a hash is ours, by whichever key. */
  const isOurs = (given: Buffer, data: string | Buffer): boolean =>
    all(data).some((mac) => mac.length === given.length && timingSafeEqual(mac, given));

  return { make, all, isOurs };
}
