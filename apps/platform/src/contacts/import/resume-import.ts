import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Jobs } from '../../background/jobs.ts';
import type { Tx } from '../../database/transaction.ts';
import { queue } from './import-job.ts';
import { lockGoingOn } from './lock-going-on.ts';
import { updateStatus } from './queries.ts';
import type { ImportRow } from './schemas.ts';
import { visibleImport } from './visible-imports.ts';

/** Resumes a paused import; one that is not paused does not change. Throws IMPORT_OVER. */
export async function resumeImport(
  tx: Tx,
  jobs: Jobs,
  caller: Caller,
  importUuid: string,
): Promise<ImportRow> {
  const status = await lockGoingOn(tx, caller, importUuid);
  if (status === 'PAUSED') {
    await updateStatus(tx, importUuid, 'QUEUED');
    await jobs.enqueue(tx, queue, { tenantUuid: tx.tenantUuid, importUuid });
  }
  return visibleImport(tx, caller, importUuid);
}
