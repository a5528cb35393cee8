import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { ListName } from './default-lists.ts';
import type { Renames } from './list-fields.ts';
import { findList, upsertList } from './queries.ts';
import { lockReplacing } from './rename-queries.ts';
import { renameValues } from './rename-values.ts';
import type { Entry, NewEntries } from './schemas.ts';
import { listValuesInUse } from './usage-queries.ts';

/**
 * Replaces a tenant's list. Records keep the values they have, also those that went; a value with a new
 * one is renamed wherever it is. Throws VALIDATION_FAILED.
 */
export async function replaceList(tx: Tx, list: ListName, input: NewEntries): Promise<Entry[]> {
  const before = input.map((entry) => entry.value.trim());
  const after = input.map((entry, at) => entry.newValue?.trim() ?? before[at] ?? '');
  refuseRepeated(input, before, after);
  const entries = input.map(({ label, order, isActive }, at): Entry => {
    const value = after[at] ?? '';
    return { value, label: label ?? value, order: order ?? at, isActive: isActive ?? true };
  });
  entries.sort((one, other) => one.order - other.order);
  const renames = new Map(
    before
      .map((value, at) => [value, after[at] ?? value] as const)
      .filter(([was, is]) => was !== is),
  );
  // What is known of the values is read once whoever replaces a list before is done.
  await lockReplacing(tx);
  if (renames.size > 0) {
    await refuseUnknown(tx, list, before, renames);
    await renameValues(tx, list, renames);
  }
  if (!(await upsertList(tx, list, entries))) return entries;
  await recordEvent(tx, {
    eventType: 'config.updated',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: { list, entryCount: String(entries.length) },
  });
  return entries;
}

/** Throws VALIDATION_FAILED for a value that is stated twice, or that two entries would have. */
function refuseRepeated(
  input: NewEntries,
  before: readonly string[],
  after: readonly string[],
): void {
  const isRepeated = (values: readonly string[]) => (value: string, at: number) =>
    values.indexOf(value) < at;
  const twice = before.findIndex(isRepeated(before));
  const same = after.findIndex(isRepeated(after));
  if (twice < 0 && same < 0) return;
  const field = twice < 0 && input[same]?.newValue != null ? 'newValue' : 'value';
  const at = twice < 0 ? same : twice;
  throw invalid(fieldError(`[${at}].${field}`, 'DUPLICATE', 'is in the list already'));
}

/** Throws VALIDATION_FAILED for a value to rename that neither the list nor any contact has. */
async function refuseUnknown(
  tx: Tx,
  list: ListName,
  before: readonly string[],
  renames: Renames,
): Promise<void> {
  const known = new Set([
    ...(await findList(tx, list)).map(({ value }) => value),
    ...(await listValuesInUse(tx, list)),
  ]);
  const unknown = before.flatMap((value, at) =>
    renames.has(value) && !known.has(value) ? [at] : [],
  );
  if (unknown.length === 0) return;
  throw invalid(
    ...unknown.map((at) => fieldError(`[${at}].value`, 'UNKNOWN', 'is not in the list or in use')),
  );
}
