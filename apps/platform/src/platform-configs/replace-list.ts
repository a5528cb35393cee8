import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { ListName } from './default-lists.ts';
import { upsertList } from './queries.ts';
import type { Entry, NewEntries } from './schemas.ts';

/** Replaces a tenant's list. Records keep the values they have, also those that went. */
export async function replaceList(tx: Tx, list: ListName, input: NewEntries): Promise<Entry[]> {
  const values = input.map((entry) => entry.value.trim());
  const repeated = values.findIndex((value, at) => values.indexOf(value) < at);
  if (repeated >= 0) {
    throw invalid(fieldError(`[${repeated}].value`, 'DUPLICATE', 'is in the list already'));
  }
  const entries = input.map(({ label, order, isActive }, at): Entry => {
    const value = values[at] ?? '';
    return { value, label: label ?? value, order: order ?? at, isActive: isActive ?? true };
  });
  entries.sort((one, other) => one.order - other.order);
  if (!(await upsertList(tx, list, entries))) return entries;
  await recordEvent(tx, {
    eventType: 'config.updated',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: { list, entryCount: String(entries.length) },
  });
  return entries;
}
