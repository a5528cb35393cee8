import { createCipher, derivedKeys } from '../../database/cipher.ts';
import type { KeyRing } from '../../database/key-ring.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';

/** Makes the seal of the secrets of time-based codes. */
export const createTotpSeal = (secretKeys: KeyRing) =>
  createCipher(derivedKeys(secretKeys, 'atrium second factors'));

export type SecondFactorMeans = ReturnType<typeof createSecondFactor>;

/** Makes what second factors need: the seal of secrets, and the challenges of passkeys. */
export function createSecondFactor(secretKeys: KeyRing) {
  return {
    cipher: createTotpSeal(secretKeys),
    challenges: createPasskeyChallenges(secretKeys),
  };
}
