import { type Caller, hasRole, readsArea, staffRoles } from '@atrium/kit/auth/caller.ts';
import { findOwnConnection } from '../calendar/connections/connection-queries.ts';
import type { Tx } from '../database/transaction.ts';
import type { OriginOf } from '../http/own-hosts.ts';
import { readInbox } from '../inbox/read-inbox.ts';
import { findList } from '../platform-configs/queries.ts';
import { orNotFound } from '../problems.ts';
import { findBranding } from '../tenants/branding/queries.ts';
import { toPublicView } from '../tenants/branding/views.ts';
import type { StartAnswer } from './start-schemas.ts';

/**
 * Returns what stands around every page of the console, by the same queries as each part's own read and as
 * far as the caller's scopes go.
 */
export async function readStart(tx: Tx, caller: Caller, originOf: OriginOf): Promise<StartAnswer> {
  const isStaff = hasRole(caller, ...staffRoles);
  const [branding, origin, inbox, calendar, lists] = await Promise.all([
    // Also of a firm that is off: whoever runs the platform enters it to prepare it.
    orNotFound(findBranding(tx, tx.tenantUuid), 'branding'),
    originOf(tx, tx.tenantUuid),
    readsArea(caller, 'tasks') ? readInbox(tx, caller, {}) : undefined,
    isStaff && readsArea(caller, 'calendar') ? findOwnConnection(tx, caller) : undefined,
    isStaff ? findLists(tx) : undefined,
  ]);
  return {
    branding: toPublicView(branding, origin),
    ...(inbox && { inbox }),
    ...(calendar && { calendar }),
    ...(lists && { lists }),
  };
}

async function findLists(tx: Tx) {
  const [stages, sources, segments] = await Promise.all([
    findList(tx, 'stages'),
    findList(tx, 'sources'),
    findList(tx, 'segments'),
  ]);
  return { stages: [...stages], sources: [...sources], segments: [...segments] };
}
