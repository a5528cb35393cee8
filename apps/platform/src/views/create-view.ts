import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { findCallerName } from '../auth/find-caller-name.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { Problem } from '../problems.ts';
import { checkView } from './check-view.ts';
import { countOwnViews, insertView } from './queries.ts';
import type { NewView, ViewRow } from './schemas.ts';
import { findSeenView } from './view-access.ts';

const mostViews = 100;

/** Saves a view for the caller. Throws VALIDATION_FAILED, or TOO_MANY_VIEWS. */
export async function createView(tx: Tx, caller: Caller, input: NewView): Promise<ViewRow> {
  const { name, list, isShared = false, question = null } = input;
  const { filters = [], sort = [], columns = [] } = input;
  checkView(tx, { list, filters, sort, question });
  if ((await countOwnViews(tx, caller.userUuid)) >= mostViews) throw new Problem('TOO_MANY_VIEWS');
  const viewUuid = randomUUIDv7();
  const owner = await findCallerName(tx, caller);
  await insertView(tx, viewUuid, {
    ...{ name, list, isShared, ownerUuid: caller.userUuid, ownerName: owner.name },
    ...{ filters: tx.json(filters), sort: tx.json(sort), columns: tx.json(columns) },
    question: question && tx.json(question),
  });
  await recordEvent(tx, {
    eventType: 'view.created',
    entityType: 'VIEW',
    entityId: viewUuid,
    attributes: { list, isShared: String(isShared) },
  });
  return findSeenView(tx, caller, viewUuid);
}
