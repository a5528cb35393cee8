import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import type { Importable } from './importable.ts';
import { lockGoingOn } from './lock-going-on.ts';
import { updateStatus } from './queries.ts';
import type { ImportRow } from './schemas.ts';
import { visibleImport } from './visible-imports.ts';

/** Pauses an import before its next rows; doing it again changes nothing. Throws IMPORT_OVER. */
export async function pauseImport(
  tx: Tx,
  what: Importable,
  caller: Caller,
  importUuid: string,
): Promise<ImportRow> {
  const status = await lockGoingOn(tx, what, caller, importUuid);
  if (status !== 'PAUSED') await updateStatus(tx, importUuid, 'PAUSED');
  return visibleImport(tx, what, caller, importUuid);
}
