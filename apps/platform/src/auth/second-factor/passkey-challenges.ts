import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../../database/cipher.ts';

const lifetimeMs = 5 * 60_000;
const randomLength = 16;
const signedLength = randomLength + 6;

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

/**
 * Makes the challenges that authenticators sign. Each contains its expiry, its purpose and a
 * signature over both, so none is stored before it is used.
 */
export function createPasskeyChallenges(secretKey: string, now: () => number = Date.now) {
  const [, key] = derivedKey(secretKey, 'atrium passkey challenges');
  const sign = (signed: Buffer, purpose: string) =>
    createHmac('sha256', key).update(signed).update(purpose).digest();

  /** Returns a challenge for a purpose, as base64url; it lives five minutes. */
  function issue(purpose: string): string {
    const signed = Buffer.concat([randomBytes(randomLength), Buffer.alloc(6)]);
    signed.writeUIntBE(now() + lifetimeMs, randomLength, 6);
    return Buffer.concat([signed, sign(signed, purpose)]).toString('base64url');
  }

  /** Returns whether a challenge was issued for this purpose and is not late. */
  function stands(challenge: string, purpose: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== signedLength + 32) return false;
    const signed = bytes.subarray(0, signedLength);
    if (!timingSafeEqual(sign(signed, purpose), bytes.subarray(signedLength))) return false;
    return signed.readUIntBE(randomLength, 6) > now();
  }

  return { issue, stands };
}
