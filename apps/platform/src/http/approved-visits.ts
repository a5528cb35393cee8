import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { Problem } from '../problems.ts';
import { actorOf } from './actor-of.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws ACCESS_NOT_APPROVED for what reaches a firm that has not approved its caller's visit. */
    refuseUnapproved(): Promise<void>;
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The routes by which somebody reaches how the people of a named firm sign in. */
const ofSignIn = /^\/api\/(tenant-staff\/|tenants\/:\w+\/(security|sso)(\/|$))/;
const ofPasswords = /\/(credentials|second-factor)(\/|$)/;

/** What a request reaches of firms besides the transaction that it enters. */
type Reach = { tenants: string[]; staff: string[]; people: string[] };

/**
 * Refuses a SYSTEM_ADMIN whom a firm has not approved, before the route is asked: whatever names the
 * firm by `x-tenant-uuid`, and whatever names its staff, passwords, security or identity provider,
 * under whichever firm. What enters a firm in another way is refused by the transaction.
 */
export const approvedVisits = fastifyPlugin<{ db: Db }>(async (app, { db }) => {
  app.decorateRequest('refuseUnapproved', async function (this: FastifyRequest) {
    const caller = this.caller as Caller | null;
    if (!caller || !hasRole(caller, 'SYSTEM_ADMIN')) return;
    const reach = reachOf(this);
    if (Object.values(reach).every((each) => each.length === 0)) return;
    const refused = await db.asPlatform(async (tx) => {
      const firms = await listUnapproved(tx, reach, caller.homeTenantUuid);
      for (const tenantUuid of firms) await recordRefusal(tx, tenantUuid, caller);
      return firms;
    });
    if (refused.length > 0) throw new Problem('ACCESS_NOT_APPROVED');
  });
  app.addHook('preHandler', (request) => request.refuseUnapproved());
});

function reachOf({ caller, params, routeOptions }: FastifyRequest): Reach {
  const { tenantUuid, homeTenantUuid } = caller;
  const route = routeOptions.url ?? '';
  const named = Object.values((params ?? {}) as Record<string, unknown>).filter(
    (each): each is string => typeof each === 'string' && uuid.test(each),
  );
  return {
    tenants: [
      ...(tenantUuid === homeTenantUuid ? [] : [tenantUuid]),
      ...(ofSignIn.test(route) ? named : []),
    ],
    staff: named,
    people: ofPasswords.test(route) ? named : [],
  };
}

/** Lists the firms that a request reaches without their approval. */
async function listUnapproved(
  tx: Tx,
  { tenants, staff, people }: Reach,
  home: string,
): Promise<string[]> {
  const rows = await tx<{ tenantUuid: string }[]>`
    with closed as materialized (
      select tenant_uuid from tenant_security
       where vendor_access = 'APPROVED' and tenant_uuid <> ${home} and access_not_approved(tenant_uuid))
    select f.tenant_uuid from closed f
     where f.tenant_uuid = any(${tenants}::uuid[])
        or exists (select from staff_members s
                    where s.tenant_uuid = f.tenant_uuid and s.staff_uuid = any(${staff}::uuid[]))
        or exists (select from contacts c
                    where c.tenant_uuid = f.tenant_uuid and c.contact_uuid = any(${people}::uuid[]))`;
  return rows.map(({ tenantUuid }) => tenantUuid);
}

/** Records in a firm's trail that somebody was refused there, once an hour. */
async function recordRefusal(tx: Tx, tenantUuid: string, caller: Caller): Promise<void> {
  const eventType = 'tenant.entry_refused';
  await tx`select pg_advisory_xact_lock(hashtextextended(${`refused ${tenantUuid} ${caller.userUuid}`}, 0))`;
  const lately = await tx`
    select from events where tenant_uuid = ${tenantUuid} and event_type = ${eventType}
       and actor_id = ${caller.userUuid} and occurred_at > now() - interval '1 hour' limit 1`;
  if (lately.length > 0) return;
  await recordEvent(tx, {
    eventType,
    tenantUuid,
    actor: actorOf(caller),
    entityType: 'TENANT',
    entityId: tenantUuid,
    attributes: { reason: 'ACCESS_NOT_APPROVED' },
  });
}
