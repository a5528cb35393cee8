import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits to hand out. */
export function newOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of such a secret. It is random, so a plain hash is enough. */
export function hashOpaqueToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
