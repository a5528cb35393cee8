import { nextHash } from '@atrium/kit/hash-chain.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Logger } from 'pino';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { type ChainHead, listLinks, noHead } from './chain-queries.ts';
import { hexHash } from './event-columns.ts';
import { isBeingRemoved } from './removed-tenants.ts';
import { tenantsIn } from './tenants-in.ts';

const batchSize = 2_000;

type Fault = { sequence: number; fault: string };
type Trail = { tenantUuid: string; isKnown: boolean };
type State = { head: ChainHead; checked: ChainHead | undefined };

/**
 * Checks the chain of every tenant against its events, and against the head that the check before
 * logged, which also finds an end that was cut off. Keeps and logs each head and each fault. A tenant
 * whose check fails keeps no other from being checked; the first failure is thrown in the end.
 */
export async function checkChains(db: Db, logger: Logger): Promise<void> {
  const failures: unknown[] = [];
  for (const trail of await db.asPlatform(listTrails))
    await checkChain(db, logger, trail).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function checkChain(db: Db, logger: Logger, { tenantUuid, isKnown }: Trail): Promise<void> {
  const state = await db.asPlatform((tx) => readState(tx, tenantUuid));
  const { head } = state;
  const fault = isKnown
    ? await findFault(db, tenantUuid, state)
    : { sequence: head.sequence, fault: 'its firm is gone without a record of the removal' };
  await db.asPlatform((tx) => insertCheck(tx, tenantUuid, head, fault));
  if (fault) logger.error({ tenantUuid, ...fault }, 'an audit trail is broken');
  else logger.info({ tenantUuid, ...head }, 'an audit trail is whole');
}

async function findFault(
  db: Db,
  tenantUuid: string,
  { head, checked }: State,
): Promise<Fault | undefined> {
  let at = noHead;
  for (let isEnd = false; !isEnd; ) {
    const { sequence: after } = at;
    const links = await db.asPlatform((tx) =>
      listLinks(tx, tenantUuid, { after, last: head.sequence, limit: batchSize }),
    );
    for (const { sequence, hash, event } of links) {
      const due = at.sequence + 1;
      if (sequence !== due) return { sequence: due, fault: 'the number is missing' };
      if (!event) return { sequence, fault: 'its event is missing or has another time' };
      if (hash !== nextHash(at.hash, { sequence, ...event }))
        return { sequence, fault: 'the event was changed' };
      if (sequence === checked?.sequence && hash !== checked.hash)
        return { sequence, fault: 'the chain was written anew' };
      at = { sequence, hash };
    }
    isEnd = links.length < batchSize;
  }
  const due = { sequence: at.sequence + 1 };
  if (at.sequence < Math.max(head.sequence, checked?.sequence ?? 0))
    return { ...due, fault: 'the end was cut off' };
  if (at.hash !== head.hash) return { sequence: at.sequence, fault: 'it is not the head' };
  if (await db.asPlatform((tx) => hasUnchained(tx, tenantUuid)))
    return { ...due, fault: 'an event was inserted behind the chain' };
  return undefined;
}

/**
 * Lists all that has a trail: each tenant with events, a head or a check, but for those that are being
 * removed for good by the platform's own record. A tenant that is gone while anything of its trail is
 * there is not known.
 */
function listTrails(tx: Tx): Promise<Trail[]> {
  return tx<Trail[]>`
    select k.tenant_uuid,
           exists (select from tenants t where t.tenant_uuid = k.tenant_uuid) as is_known
      from (select tenant_uuid from tenants
             where exists (${eventsOf(tx, tx`tenants.tenant_uuid`)})
            union ${tenantsIn(tx, 'audit_chain')}
            union ${tenantsIn(tx, 'audit_checks')}
            union select tenant_uuid from audit_heads) k
     where not ${isBeingRemoved(tx, tx`k.tenant_uuid`)}
     order by k.tenant_uuid`;
}

const eventsOf = (tx: Tx, tenantUuid: Fragment) =>
  tx`select from events e where e.tenant_uuid = ${tenantUuid}`;

/** Returns the head of a tenant's chain, and the one that the last good check found. */
async function readState(tx: Tx, tenantUuid: string): Promise<State> {
  const [head] = await tx<ChainHead[]>`
    select h.sequence, ${hexHash(tx, 'h.hash')} as hash
      from audit_heads h where h.tenant_uuid = ${tenantUuid}`;
  const [checked] = await tx<ChainHead[]>`
    select k.sequence, ${hexHash(tx, 'k.hash')} as hash
      from audit_checks k where k.tenant_uuid = ${tenantUuid} and k.broken_at is null
     order by k.checked_at desc limit 1`;
  return { head: head ?? noHead, checked };
}

/** Returns whether a tenant has an event that is not chained, though events of its time were passed. */
async function hasUnchained(tx: Tx, tenantUuid: string): Promise<boolean> {
  const rows = await tx`
    select from events e, audit_position p
     where e.tenant_uuid = ${tenantUuid} and pg_visible_in_snapshot(e.recorded_in, p.delivered)
       and not exists (select from audit_chain c
                        where c.tenant_uuid = e.tenant_uuid and c.event_uuid = e.event_uuid)
     limit 1`;
  return rows.length > 0;
}

async function insertCheck(
  tx: Tx,
  tenantUuid: string,
  { sequence, hash }: ChainHead,
  fault: Fault | undefined,
): Promise<void> {
  await tx`
    insert into audit_checks (tenant_uuid, checked_at, sequence, hash, broken_at)
    values (${tenantUuid}, clock_timestamp(), ${sequence}, decode(${hash}, 'hex'),
            ${fault?.sequence ?? null})`;
}
