import { randomBytes } from 'node:crypto';
import { createCipher, derivedKeys } from '../database/cipher.ts';
import type { KeyRing } from '../database/key-ring.ts';

const prefix = 'whsec_';

/** Makes the seal of endpoints' secrets. */
export const createEndpointSeal = (secretKeys: KeyRing) =>
  createCipher(derivedKeys(secretKeys, 'atrium webhook secrets'));

export type EndpointSecrets = ReturnType<typeof createEndpointSecrets>;

/**
 * Makes and reads the secrets of endpoints, which are stored encrypted with a key derived from
 * SECRET_KEY.
 */
export function createEndpointSecrets(secretKeys: KeyRing) {
  const cipher = createEndpointSeal(secretKeys);

  /** Returns a new secret of 32 bytes as Standard Webhooks writes it, and as it is stored. */
  function make(endpointUuid: string) {
    const secret = `${prefix}${randomBytes(32).toString('base64')}`;
    return { secret, sealed: cipher.seal(secret, endpointUuid) };
  }

  const open = (sealed: string, endpointUuid: string) => cipher.open(sealed, endpointUuid);

  /** Returns the secret before the last rotation; nothing if a former SECRET_KEY encrypted it. */
  function openPrevious(sealed: string, endpointUuid: string): string[] {
    try {
      return [open(sealed, endpointUuid)];
    } catch {
      return [];
    }
  }

  return { make, open, openPrevious };
}

/** Returns the bytes of a secret, with which signatures are made. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
