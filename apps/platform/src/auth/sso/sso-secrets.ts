import { type Cipher, createCipher, derivedKey } from '../../database/cipher.ts';

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
export const createSsoSecrets = (secretKey: string): SsoSecrets =>
  createCipher([derivedKey(secretKey, 'atrium identity providers')]);
