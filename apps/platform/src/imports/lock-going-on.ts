import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { orNotFound, Problem } from '../problems.ts';
import type { Importable } from './importable.ts';
import { lockStatus } from './queries.ts';
import type { ImportRow } from './schemas.ts';
import { visibleTo } from './visible-imports.ts';

/** Locks an import that was received whole and has not ended. Throws NOT_FOUND and IMPORT_OVER. */
export async function lockGoingOn(
  tx: Tx,
  what: Importable,
  caller: Caller,
  importUuid: string,
): Promise<ImportRow['status']> {
  const status = await orNotFound(
    lockStatus(tx, visibleTo(tx, what, caller), importUuid),
    'import',
  );
  if (status === 'DONE' || status === 'FAILED') throw new Problem('IMPORT_OVER');
  if (status === 'RECEIVING') throw new Problem('IMPORT_NOT_RECEIVED');
  return status;
}
