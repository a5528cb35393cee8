import { createCipher, derivedKey } from '../../database/cipher.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';

export type SecondFactorMeans = ReturnType<typeof createSecondFactor>;

/** Makes what second factors need: the seal of secrets, and the challenges of passkeys. */
export function createSecondFactor(secretKey: string) {
  return {
    cipher: createCipher([derivedKey(secretKey, 'atrium second factors')]),
    challenges: createPasskeyChallenges(secretKey),
  };
}
