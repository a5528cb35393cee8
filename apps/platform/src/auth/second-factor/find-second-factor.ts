import { type Static, Type } from 'typebox';
import type { Tx } from '../../database/transaction.ts';

export const SecondFactor = Type.Object({
  totp: Type.Boolean(),
  passkeys: Type.Integer(),
  recoveryCodesLeft: Type.Integer({ description: '0 without a second factor' }),
});

/** Returns which second factors a person has. Nobody can have any yet. */
export async function findSecondFactor(
  _tx: Tx,
  _tenantUuid: string,
  _userUuid: string,
): Promise<Static<typeof SecondFactor>> {
  return { totp: false, passkeys: 0, recoveryCodesLeft: 0 };
}
