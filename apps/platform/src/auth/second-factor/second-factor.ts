import { createCipher, derivedKey } from '../../database/cipher.ts';
import { createFactorMail } from './factor-mail.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';

export type SecondFactorMeans = ReturnType<typeof createSecondFactor>;

type Options = Parameters<typeof createFactorMail>[0] & { secretKey: string };

/** Makes what second factors need: the seal of secrets, the challenges of passkeys, and the mails. */
export function createSecondFactor({ secretKey, ...options }: Options) {
  return {
    cipher: createCipher([derivedKey(secretKey, 'atrium second factors')]),
    challenges: createPasskeyChallenges(secretKey),
    mail: createFactorMail(options),
  };
}
