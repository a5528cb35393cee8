import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import { hashOpaqueToken } from '../opaque-token.ts';
import type { Person } from '../person.ts';
import { findSecondFactor } from './find-second-factor.ts';
import { endOthersAtFirstFactor } from './first-factor.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { PasskeyHost } from './passkey-host.ts';
import { registrationOf } from './passkey-options.ts';
import { insertPasskey, spendPasskeyChallenge } from './passkey-queries.ts';
import { lockAccount } from './queries.ts';
import { recordFactorChange } from './record-factor-change.ts';
import type { NewPasskey } from './schemas.ts';
import { challengeIn, verifyNewPasskey } from './verify-passkey.ts';

/** The most passkeys that a person keeps. */
const mostPasskeys = 20;

/**
 * Keeps a passkey that an authenticator made for this page. Throws CHALLENGE_INVALID,
 * WRONG_SECOND_FACTOR, PASSKEY_TAKEN or TOO_MANY_PASSKEYS.
 */
export async function addPasskey(
  tx: Tx,
  { challenges }: { challenges: PasskeyChallenges },
  person: Person,
  host: PasskeyHost,
  { name, response }: Static<typeof NewPasskey>,
) {
  const challenge = challengeIn(response);
  if (challenge === undefined) throw new Problem('WRONG_SECOND_FACTOR');
  if (!challenges.stands(challenge, registrationOf(person, host.rpId)))
    throw new Problem('CHALLENGE_INVALID');
  const credential = await verifyNewPasskey(response, { ...host, challenge });
  if (!credential) throw new Problem('WRONG_SECOND_FACTOR');
  await lockAccount(tx, person);
  if (!(await spendPasskeyChallenge(tx, person, hashOpaqueToken(challenge))))
    throw new Problem('CHALLENGE_INVALID');
  const { passkeys } = await findSecondFactor(tx, person);
  if (passkeys >= mostPasskeys) throw new Problem('TOO_MANY_PASSKEYS');
  await endOthersAtFirstFactor(tx, person);
  const passkey = await insertPasskey(tx, person, { ...credential, name, host });
  await recordFactorChange(tx, person, 'PASSKEY_ADDED');
  return passkey;
}
