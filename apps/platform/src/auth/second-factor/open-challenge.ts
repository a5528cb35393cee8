import type { Tx } from '../../database/transaction.ts';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.ts';
import type { Person } from '../person.ts';
import { insertChallenge } from './challenge-queries.ts';
import type { SecondFactorState } from './find-second-factor.ts';
import type { PasskeyHost } from './passkey-host.ts';
import { requestOptions } from './passkey-options.ts';
import { listCredentials } from './passkey-queries.ts';
import type { FactorMethod, SecondFactorAnswer } from './schemas.ts';

/**
 * Returns the challenge that a passkey signs in a sign-in, derived from that sign-in's own
 * challenge.
 */
export const passkeyChallengeOf = (challenge: string): string =>
  hashOpaqueToken(`passkey ${challenge}`).toString('base64url');

/**
 * Opens the challenge of a sign-in whose password was right, or that the firm's provider let through. A passkey is among the methods when
 * the person has one for the host of the page.
 */
export async function openChallenge(
  tx: Tx,
  person: Person,
  { totp, recoveryCodesLeft }: SecondFactorState,
  host: PasskeyHost | undefined,
  sealSso: (challengeHash: Buffer) => string | null = () => null,
): Promise<SecondFactorAnswer> {
  const challenge = newOpaqueToken();
  const challengeHash = hashOpaqueToken(challenge);
  await insertChallenge(tx, person, challengeHash, sealSso(challengeHash));
  const allowCredentials = host ? await listCredentials(tx, person, host) : [];
  const byPasskey = host && allowCredentials.length > 0;
  const methods: [FactorMethod, boolean | undefined][] = [
    ['TOTP', totp],
    ['RECOVERY_CODE', recoveryCodesLeft > 0],
    ['PASSKEY', byPasskey],
  ];
  return {
    secondFactorRequired: true,
    challenge,
    methods: methods.filter(([, isOffered]) => isOffered).map(([method]) => method),
    ...(byPasskey
      ? {
          passkeyOptions: requestOptions({
            challenge: passkeyChallengeOf(challenge),
            rpId: host.rpId,
            allowCredentials,
            byItself: false,
          }),
        }
      : {}),
  };
}
