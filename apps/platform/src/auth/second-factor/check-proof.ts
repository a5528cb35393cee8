import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Static } from 'typebox';
import type { Cipher } from '../../database/cipher.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Person } from '../person.ts';
import { openTotp } from './open-totp.ts';
import type { PasskeyHost } from './passkey-host.ts';
import { findPasskey, markPasskeyUsed } from './passkey-queries.ts';
import { findTotp, saveUsedSteps, spendRecoveryCode } from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import type { FactorMethod, FactorProof, PasskeyAssertion } from './schemas.ts';
import { stepOfCode, usedSteps } from './totp.ts';
import { verifyPasskey } from './verify-passkey.ts';

type Proof = Static<typeof FactorProof>;

/** Says what a passkey must have signed, and for which page. */
export type ExpectedPasskey = PasskeyHost & { challenge: string };

const methodNames = { code: 'TOTP', recoveryCode: 'RECOVERY_CODE', passkey: 'PASSKEY' } as const;

/** Returns the method that a proof uses. Throws VALIDATION_FAILED unless it states exactly one. */
export function methodOf(proof: Proof): FactorMethod {
  return onlyOne(proof, methodNames);
}

/** Returns what one of a body's fields stands for. Throws VALIDATION_FAILED unless it states exactly one of them. */
export function onlyOne<Field extends string, Meaning>(
  body: { readonly [Each in Field]?: unknown },
  fields: Readonly<Record<Field, Meaning>>,
): Meaning {
  const names = Object.keys(fields) as Field[];
  const [stated, ...others] = names.filter((name) => body[name] !== undefined);
  if (stated && others.length === 0) return fields[stated];
  const message = `exactly one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)} is required`;
  throw invalid(fieldError(names[0] ?? '', 'ONE_OF', message));
}

/**
 * Returns whether a proof is right, and spends it: no code and no signature works twice. The
 * account is locked before.
 */
export async function spendProof(
  tx: Tx,
  cipher: Cipher,
  person: Person,
  { code, recoveryCode, passkey }: Proof,
  expected: ExpectedPasskey | undefined,
): Promise<boolean> {
  if (code !== undefined) return spendCode(tx, cipher, person, code);
  if (recoveryCode !== undefined)
    return spendRecoveryCode(tx, person, hashRecoveryCode(recoveryCode));
  if (!passkey || !expected) return false;
  return spendPasskey(tx, person, passkey, { ...expected, byItself: false });
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
  expected: ExpectedPasskey & { byItself: boolean },
): Promise<boolean> {
  const passkey = await findPasskey(tx, Buffer.from(response.id, 'base64url'), expected.rpId);
  if (passkey?.tenantUuid !== tenantUuid || passkey.userUuid !== userUuid) return false;
  const signCount = await verifyPasskey(response, passkey, expected);
  if (signCount === undefined) return false;
  await markPasskeyUsed(tx, passkey, signCount);
  return true;
}
