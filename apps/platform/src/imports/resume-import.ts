import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Jobs } from '../background/jobs.ts';
import type { Tx } from '../database/transaction.ts';
import type { Importable } from './importable.ts';
import { lockGoingOn } from './lock-going-on.ts';
import { updateStatus } from './queries.ts';
import type { ImportRow } from './schemas.ts';
import { visibleImport } from './visible-imports.ts';

/** Resumes a paused import; one that is not paused does not change. Throws IMPORT_OVER. */
export async function resumeImport(
  tx: Tx,
  jobs: Jobs,
  what: Importable,
  caller: Caller,
  importUuid: string,
): Promise<ImportRow> {
  const status = await lockGoingOn(tx, what, caller, importUuid);
  if (status === 'PAUSED') {
    await updateStatus(tx, importUuid, 'QUEUED');
    await jobs.enqueue(tx, what.queue, { tenantUuid: tx.tenantUuid, importUuid });
  }
  return visibleImport(tx, what, caller, importUuid);
}
