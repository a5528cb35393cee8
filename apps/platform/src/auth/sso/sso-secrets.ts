import { type Cipher, createCipher, derivedKeys } from '../../database/cipher.ts';
import type { KeyRing } from '../../database/key-ring.ts';

export type SsoSecrets = Cipher;

/** Returns what was sealed; undefined once SECRET_KEY is another. */
export function openSealed(secrets: SsoSecrets, sealed: string, context: string) {
  try {
    return secrets.open(sealed, context);
  } catch {
    return undefined;
  }
}

/** Makes the seal of what firms’ identity providers hand out, and of the secrets that they know us by. */
export const createSsoSecrets = (secretKeys: KeyRing): SsoSecrets =>
  createCipher(derivedKeys(secretKeys, 'atrium identity providers'));
