import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { type ConnectionRow, listAdministratorsAmong } from './queries.ts';

const bad = (code: string, message: string) => invalid(fieldError('breakGlass', code, message));

/**
 * Throws VALIDATION_FAILED naming `breakGlass` for somebody in it who does not administer the firm and,
 * where the firm signs in by the provider alone, when nobody could come in without it.
 */
export async function checkRescuers(
  tx: Tx,
  { breakGlass, signIn }: Pick<ConnectionRow, 'breakGlass' | 'signIn'>,
): Promise<void> {
  const isOnly = signIn === 'SSO_ONLY';
  if (isOnly && breakGlass.length === 0)
    throw bad('REQUIRED', 'must name one to three administrators with a second factor');
  if (breakGlass.length === 0) return;
  const found = await listAdministratorsAmong(tx, breakGlass);
  if (found.length < breakGlass.length)
    throw bad('UNKNOWN', 'must name active administrators of the firm');
  if (isOnly && !found.every(({ hasFactor }) => hasFactor))
    throw bad('NO_SECOND_FACTOR', 'must name administrators with a password and a second factor');
}
