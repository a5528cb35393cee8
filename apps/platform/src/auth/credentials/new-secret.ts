import { randomBytes } from 'node:crypto';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.ts';

/** Returns a new client id; it is no secret. */
export const newClientId = (): string => `atrium-${randomBytes(12).toString('hex')}`;

/** Returns a new secret, with a beginning by which scanners of code find one, and the hash that is kept. */
export function newSecret() {
  const clientSecret = `atrium_cs_${newOpaqueToken()}`;
  return { clientSecret, secretHash: hashOpaqueToken(clientSecret) };
}
