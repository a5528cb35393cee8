import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { orNotFound } from '../../problems.ts';
import { findImport } from './queries.ts';
import type { ImportRow } from './schemas.ts';

/**
 * Returns the imports that the caller sees, as a condition on `contact_imports i`: partner staff those that
 * they made themselves, everybody else all of the tenant.
 */
export const visibleTo = (tx: Tx, caller: Caller): Fragment =>
  boundPartner(caller) === undefined ? tx`true` : tx`i.requested_by = ${caller.userUuid}`;

/** Returns an import that the caller sees. Throws NOT_FOUND. */
export async function visibleImport(
  tx: Tx,
  caller: Caller,
  importUuid: string,
): Promise<ImportRow> {
  return orNotFound(findImport(tx, visibleTo(tx, caller), importUuid), 'import');
}
