import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { orNotFound } from '../problems.ts';
import type { Importable } from './importable.ts';
import { findImport } from './queries.ts';
import type { ImportRow } from './schemas.ts';

/** Returns the imports of a kind that the caller sees, as a condition on `contact_imports i`. */
export const visibleTo = (
  tx: Tx,
  { name, visibleTo: sees }: Importable,
  caller: Caller,
): Fragment => tx`(i.kind = ${name} and ${sees(tx, caller)})`;

/** Returns an import that the caller sees. Throws NOT_FOUND. */
export async function visibleImport(
  tx: Tx,
  what: Importable,
  caller: Caller,
  importUuid: string,
): Promise<ImportRow> {
  return orNotFound(findImport(tx, visibleTo(tx, what, caller), importUuid), 'import');
}
