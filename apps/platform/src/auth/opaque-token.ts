import { createHash, randomBytes } from 'node:crypto';

/** Returns a secret of 256 random bits. */
export function newOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash by which such a secret is stored. It is random, so a plain hash is enough. */
export function hashOpaqueToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
