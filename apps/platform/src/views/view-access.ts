import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { orNotFound, Problem } from '../problems.ts';
import { findView, lockView } from './queries.ts';
import type { ViewRow } from './schemas.ts';

/** Returns a view that the caller sees. Throws NOT_FOUND. */
export async function findSeenView(tx: Tx, caller: Caller, viewUuid: string): Promise<ViewRow> {
  return orNotFound(findView(tx, caller, viewUuid), 'view');
}

/**
 * Returns the view that the caller is about to change, locked: an own one, or as an administrator a
 * shared one. Throws NOT_FOUND or FORBIDDEN.
 */
export async function findManagedView(tx: Tx, caller: Caller, viewUuid: string): Promise<ViewRow> {
  const view = await orNotFound(lockView(tx, caller, viewUuid), 'view');
  if (view.ownerUuid === caller.userUuid || hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN'))
    return view;
  throw new Problem('FORBIDDEN', 'Only its owner or an administrator changes a shared view');
}
