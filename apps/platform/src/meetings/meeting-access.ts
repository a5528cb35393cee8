import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { type Facts, factNames, flagConditions, type Permission } from './permissions.ts';

/** The person who reads or changes a meeting. */
export type Viewer = Pick<Caller, 'userUuid' | 'roles' | 'partnerUuid'>;

/** The platform itself as a viewer: it owns nothing and sees everything. */
export const nobody: Viewer = {
  userUuid: '00000000-0000-0000-0000-000000000000',
  roles: ['SYSTEM_ADMIN'],
  partnerUuid: null,
};

const administers = (viewer: Viewer) => hasRole(viewer as Caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN');
const owns = (tx: Tx, { userUuid }: Viewer) =>
  tx`(m.host_uuid = ${userUuid} or m.created_by_uuid = ${userUuid})`;

/**
 * Returns whether its host and its creator, unless that is a machine, have left the firm, so that an
 * administrator stands in for them.
 */
const isOrphaned = (tx: Tx) => tx`(m.host_uuid in (${formerStaff(tx)})
  and m.created_by_uuid in (${formerStaff(tx)} union all select c.credential_uuid from credentials c))`;
const formerStaff = (tx: Tx) => tx`
  select s.staff_uuid from staff_members s where num_nulls(s.deleted_at) = 0 or not s.is_active`;

/** Returns the viewer's own meetings, as a condition on `meetings m`: hosted, created or invited to. */
export function isOwn(tx: Tx, { userUuid }: Viewer): Fragment {
  return tx`m.meeting_uuid in (
    select o.meeting_uuid from meetings o where o.host_uuid = ${userUuid}
    union all
    select o.meeting_uuid from meetings o
     where o.created_by_uuid = ${userUuid} and o.created_by_uuid <> o.host_uuid
    union all
    select p.meeting_uuid from meeting_participants p
     where p.entity_uuid = ${userUuid} and p.removed_at is null)`;
}

/** Returns the condition on `meetings m` that finds those the viewer may see: administrators see all. */
export function visibleTo(tx: Tx, viewer: Viewer): Fragment {
  return administers(viewer) ? tx`true` : isOwn(tx, viewer);
}

/** Returns whether the viewer may read the one meeting at hand. */
export function isSeen(tx: Tx, viewer: Viewer): Fragment {
  if (administers(viewer)) return tx`true`;
  return tx`(${owns(tx, viewer)} or ${participates(tx, viewer)})`;
}

const participates = (tx: Tx, { userUuid }: Viewer): Fragment => tx`exists (
  select from meeting_participants p
   where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
     and p.entity_uuid = ${userUuid} and p.removed_at is null)`;

/** Returns whether `meetings m`, ahead and organized here, has no event in a calendar that its host connected later. */
export const lacksEvent = (tx: Tx): Fragment => tx`(
  m.status = 'ACTIVE' and not m.externally_organized and m.starts_at > now()
  and calendar_lacks(m.tenant_uuid, m.host_uuid, m.meeting_uuid))`;

/** Leaves out, unless asked for, what the viewer has taken out of view. */
export function shown(tx: Tx, { userUuid }: Viewer, includeHidden = false): Fragment {
  if (includeHidden) return tx`true`;
  return tx`not exists (
    select from meeting_hidden h
     where h.tenant_uuid = m.tenant_uuid and h.user_uuid = ${userUuid}
       and h.meeting_uuid = m.meeting_uuid)`;
}

/** Returns the facts about `meetings m` and the viewer as one number, one bit each; all, or some of them. */
export function factsCode(tx: Tx, viewer: Viewer, bits = factNames.map((_, bit) => bit)): Fragment {
  const facts: Record<(typeof factNames)[number], Fragment> = {
    owns: administers(viewer) ? tx`(${owns(tx, viewer)} or ${isOrphaned(tx)})` : owns(tx, viewer),
    participates: participates(tx, viewer),
    administers: administers(viewer) ? tx`true` : tx`false`,
    active: tx`(m.status = 'ACTIVE')`,
    external: tx`m.externally_organized`,
    failed: tx`(m.external_sync_status = 'FAILED')`,
    retryable: tx`(
      (m.external_sync_status = 'FAILED' and calendar_connected(m.tenant_uuid, m.host_uuid))
      or ${lacksEvent(tx)})`,
  };
  return bits.reduce(
    (sum, bit) => tx`${sum} + ${facts[factNames[bit] as keyof Facts]}::int * ${1 << bit}::int`,
    tx`0`,
  );
}

/** Returns whether the viewer has a permission on `meetings m`; it reads no more than that depends on. */
export function isAllowed(tx: Tx, viewer: Viewer, permission: Permission): Fragment {
  const { bits, codes } = flagConditions[permission];
  return tx`(${factsCode(tx, viewer, bits)} = any(${codes}::int[]))`;
}
