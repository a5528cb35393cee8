import { inBatches } from '../background/in-batches.ts';
import type { Job, JobData, Jobs } from '../background/jobs.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { actorOf } from '../http/actor-of.ts';
import { mostTold, tellImportAsOne } from '../tell-people.ts';
import { findImporter, type Importer } from './find-importer.ts';
import type { Importable } from './importable.ts';
import {
  countRows,
  deleteRows,
  failImport,
  finishImport,
  listWaitingRows,
  lockImport,
  refuseRow,
} from './queries.ts';
import { takeRows } from './take-rows.ts';

const batchSize = 100;
/** The number of batches after which another import gets its turn, and the queue sees that this one lives. */
const batchesPerTurn = 20;

type ImportJob = JobData & { importUuid: string };

/**
 * Goes through an import's rows, some hundred in a transaction: each becomes a record, or is
 * refused with the reasons, by the rules of the create request and the rights that its person has by
 * then. A row and its outcome are one transaction, so that a crash neither loses nor doubles a record.
 */
export function importJob(db: Db, jobs: Jobs, what: Importable): Job<ImportJob> {
  const { queue, roles } = what;

  async function run({ tenantUuid, importUuid }: ImportJob): Promise<void> {
    let batches = 0;
    const isDone = await inBatches(
      async () => {
        batches += 1;
        return (await takeNext({ tenantUuid, importUuid })) ? undefined : true;
      },
      () => batches >= batchesPerTurn,
    );
    if (isDone) return;
    await db.asTenant(tenantUuid, system, (tx) =>
      jobs.enqueue(tx, queue, { tenantUuid, importUuid }),
    );
  }

  /** Takes the next rows by the rights that the import's person has now. False when the import is done. */
  async function takeNext({ tenantUuid, importUuid }: ImportJob): Promise<boolean> {
    const asked = await db.asTenant(tenantUuid, system, (tx) => lockImport(tx, importUuid));
    if (!asked) return false;
    const { requestedBy } = asked;
    const importer = await db.asPlatform((tx) => findImporter(tx, tenantUuid, requestedBy, roles));
    if (!importer) {
      await db.asTenant(tenantUuid, system, (tx) => stop(tx, importUuid));
      return false;
    }
    const actor = actorOf({ ...importer, userUuid: requestedBy });
    return db.asTenant(tenantUuid, actor, (tx) => takeBatch(tx, what, importUuid, importer));
  }

  return { name: queue, run };
}

/** Ends an import whose person may not import any more. */
async function stop(tx: Tx, importUuid: string): Promise<void> {
  if (await lockImport(tx, importUuid)) await failImport(tx, importUuid, 'PERSON_MAY_NOT_IMPORT');
}

/** Takes some rows. False when none were left and the import is done. */
async function takeBatch(
  tx: Tx,
  what: Importable,
  importUuid: string,
  importer: Importer,
): Promise<boolean> {
  const asked = await lockImport(tx, importUuid);
  if (!asked) return false;
  const rows = await listWaitingRows(tx, importUuid, batchSize);
  if (rows.length === 0) {
    await finishImport(tx, importUuid);
    return false;
  }
  const { columns, requestedBy, totalRows } = asked;
  const taking = { importer: { ...importer, userUuid: requestedBy }, columns };
  const taken = await takeRows(
    tx,
    what,
    rows.map(({ cells }) => cells),
    taking,
  );
  if (totalRows > mostTold) {
    const recordUuids = taken.flatMap(({ recordUuid }) => recordUuid ?? []);
    await tellImportAsOne(tx, importUuid, recordUuids);
  }
  const done: number[] = [];
  let existing = 0;
  for (const [at, { line }] of rows.entries()) {
    const { outcome = 'REFUSED', errors = [] } = taken[at] ?? {};
    if (outcome === 'REFUSED') await refuseRow(tx, importUuid, line, errors);
    else done.push(line);
    if (outcome === 'EXISTING') existing += 1;
  }
  await deleteRows(tx, importUuid, done);
  const refused = rows.length - done.length;
  await countRows(tx, importUuid, { accepted: done.length - existing, existing, refused });
  return true;
}
