import { Named } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { isOf, type Person } from '../person.ts';

export const SecondFactor = Named('SecondFactors', {
  totp: Type.Boolean(),
  passkeys: Type.Integer(),
  recoveryCodesLeft: Type.Integer({ description: '0 without a second factor' }),
});

export type SecondFactorState = Static<typeof SecondFactor>;

/** Returns which second factors a person has. */
export async function findSecondFactor(tx: Tx, person: Person): Promise<SecondFactorState> {
  const own = isOf(tx, person);
  const [found] = await tx<[SecondFactorState]>`
    select exists (select from totp_secrets where ${own} and secret is not null) as totp,
           (select count(*)::int from passkeys where ${own}) as passkeys,
           (select count(*)::int from recovery_codes where ${own}) as recovery_codes_left`;
  return found;
}

/** Returns whether a person has a second factor; recovery codes alone are none. */
export const hasFactor = ({ totp, passkeys }: SecondFactorState): boolean => totp || passkeys > 0;
