import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Static } from 'typebox';
import type { Cipher } from '../../database/cipher.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Person } from '../person.ts';
import { passkeyChallengeOf } from './open-challenge.ts';
import { openTotp } from './open-totp.ts';
import type { PasskeyHost } from './passkey-host.ts';
import { findPasskey, markPasskeyUsed } from './passkey-queries.ts';
import { findTotp, saveUsedSteps, spendRecoveryCode } from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import type { FactorMethod, PasskeyAssertion, SecondFactorProof } from './schemas.ts';
import { stepOfCode, usedSteps } from './totp.ts';
import { verifyPasskey } from './verify-passkey.ts';

type Proof = Static<typeof SecondFactorProof>;

/** Returns the method that a proof uses. Throws VALIDATION_FAILED unless it states exactly one. */
export function methodOf({ code, recoveryCode, passkey }: Proof): FactorMethod {
  const given: [FactorMethod, unknown][] = [
    ['TOTP', code],
    ['RECOVERY_CODE', recoveryCode],
    ['PASSKEY', passkey],
  ];
  const [method, ...others] = given.filter(([, value]) => value !== undefined);
  if (method && others.length === 0) return method[0];
  const message = 'exactly one of code, recoveryCode and passkey is required';
  throw invalid(fieldError('code', 'ONE_OF', message));
}

/**
 * Returns whether a proof is right, and spends it: no code and no signature works twice. The
 * account is locked before.
 */
export async function spendProof(
  tx: Tx,
  cipher: Cipher,
  person: Person,
  proof: Proof,
  host: PasskeyHost | undefined,
): Promise<boolean> {
  const { challenge, code, recoveryCode, passkey } = proof;
  if (code !== undefined) return spendCode(tx, cipher, person, code);
  if (recoveryCode !== undefined)
    return spendRecoveryCode(tx, person, hashRecoveryCode(recoveryCode));
  if (!passkey || !host) return false;
  const expected = { ...host, challenge: passkeyChallengeOf(challenge), byItself: false };
  return spendPasskey(tx, person, passkey, expected);
}

async function spendCode(tx: Tx, cipher: Cipher, person: Person, code: string): Promise<boolean> {
  const totp = await findTotp(tx, person);
  if (!totp?.secret) return false;
  const step = stepOfCode(await openTotp(tx, cipher, person, totp.secret), code);
  if (step === undefined || totp.usedSteps.includes(step)) return false;
  await saveUsedSteps(tx, person, usedSteps(totp.usedSteps, step));
  return true;
}

/** Returns whether a passkey of the person and the host has signed the challenge. */
export async function spendPasskey(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  response: Static<typeof PasskeyAssertion>,
  expected: PasskeyHost & { challenge: string; byItself: boolean },
): Promise<boolean> {
  const passkey = await findPasskey(tx, Buffer.from(response.id, 'base64url'), expected.rpId);
  if (passkey?.tenantUuid !== tenantUuid || passkey.userUuid !== userUuid) return false;
  const signCount = await verifyPasskey(response, passkey, expected);
  if (signCount === undefined) return false;
  await markPasskeyUsed(tx, passkey, signCount);
  return true;
}
