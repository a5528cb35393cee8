import { randomBytes } from 'node:crypto';
import { createMacs, type KeyRing } from '../../database/key-ring.ts';

const lifetimeMs = 5 * 60_000;
const randomLength = 16;
const signedLength = randomLength + 6;

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

/**
 * Makes the challenges that authenticators sign. Each contains its expiry, its purpose and a
 * signature over both, so none is stored before it is used.
 */
export function createPasskeyChallenges(secretKeys: KeyRing, now: () => number = Date.now) {
  const macs = createMacs(secretKeys, 'atrium passkey challenges');
  const about = (signed: Buffer, purpose: string) => Buffer.concat([signed, Buffer.from(purpose)]);

  /** Returns a challenge for a purpose, as base64url; it lives five minutes. */
  function issue(purpose: string): string {
    const signed = Buffer.concat([randomBytes(randomLength), Buffer.alloc(6)]);
    signed.writeUIntBE(now() + lifetimeMs, randomLength, 6);
    return Buffer.concat([signed, macs.make(about(signed, purpose))]).toString('base64url');
  }

  /** Returns whether a challenge was issued for this purpose and is not late. */
  function stands(challenge: string, purpose: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== signedLength + 32) return false;
    const signed = bytes.subarray(0, signedLength);
    if (!macs.isOurs(bytes.subarray(signedLength), about(signed, purpose))) return false;
    return signed.readUIntBE(randomLength, 6) > now();
  }

  return { issue, stands };
}
