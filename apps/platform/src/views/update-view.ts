import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { checkView } from './check-view.ts';
import { updateViewRow } from './queries.ts';
import type { ViewChanges, ViewRow } from './schemas.ts';
import { findManagedView } from './view-access.ts';

const fields = ['name', 'list', 'filters', 'sort', 'columns', 'question', 'isShared'] as const;
const asJson: ReadonlySet<string> = new Set(['filters', 'sort', 'columns', 'question']);

/** Changes what is stated of a view. Throws NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export async function updateView(
  tx: Tx,
  caller: Caller,
  viewUuid: string,
  input: ViewChanges,
): Promise<ViewRow> {
  const before = await findManagedView(tx, caller, viewUuid);
  const changed = fields.filter(
    (name) => input[name] !== undefined && !isDeepStrictEqual(input[name], before[name]),
  );
  if (changed.length === 0) return before;
  const stated = Object.fromEntries(changed.map((name) => [name, input[name]]));
  const after: ViewRow = { ...before, ...stated };
  // A new name goes through also when a field of the filters has gone since.
  if (changed.some((name) => name === 'list' || asJson.has(name))) checkView(tx, after);
  const columns = changed.map((name) => {
    const value = after[name];
    return [name, asJson.has(name) && value !== null ? tx.json(value) : value];
  });
  const view = await updateViewRow(tx, viewUuid, Object.fromEntries(columns));
  const { list, isShared } = view;
  await recordEvent(tx, {
    eventType: 'view.updated',
    entityType: 'VIEW',
    entityId: viewUuid,
    attributes: { list, isShared: String(isShared), fieldCount: String(changed.length) },
  });
  return view;
}
