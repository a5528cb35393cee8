import { createCipher, derivedKeys } from '../database/cipher.ts';
import type { KeyRing } from '../database/key-ring.ts';

/** Makes the seal of what erasures look for. */
export const createSearchSeal = (secretKeys: KeyRing) =>
  createCipher(derivedKeys(secretKeys, 'atrium erasures'));

/** Returns the context that what is looked for of a person is sealed with. */
export const searchContext = (tenantUuid: string, contactUuid: string): string =>
  `${tenantUuid} ${contactUuid}`;
