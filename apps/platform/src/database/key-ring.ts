import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The keys of SECRET_KEY: the first seals and signs, all of them open and check. */
export type KeyRing = readonly [string, ...string[]];

/** Reads keys parted by commas or lines. A single one counts as it was written, too, white space and all. */
export function readKeyRing(text: string): KeyRing {
  const [first = '', ...others] = text
    .split(/[,\r\n]/)
    .map((key) => key.trim())
    .filter(Boolean);
  const written = others.length === 0 && text.trim() === first && text !== first ? [text] : [];
  return [first, ...others, ...written];
}

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
