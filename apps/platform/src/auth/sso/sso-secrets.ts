import { type Cipher, createCipher, derivedKey } from '../../database/cipher.ts';

export type SsoSecrets = Cipher;

/** Makes the seal of what firms’ identity providers hand out, and of the secrets that they know us by. */
export const createSsoSecrets = (secretKey: string): SsoSecrets =>
  createCipher([derivedKey(secretKey, 'atrium identity providers')]);
