import { randomUUIDv7 } from 'node:crypto';
import type { Logger } from 'pino';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { partnerAttribute, partnerOf } from '../events.ts';
import type { View } from '../http/noted-views.ts';
import type { Kind } from '../kind.ts';

const gatherMs = 1_000;
const batchSize = 1_000;
const mostWaiting = 100_000;

type Options = { db: Db; logger: Logger; kinds: readonly Kind[] };

/**
 * Records who looked at which record, for tenants that ask for it. Views are gathered in memory and
 * written in batches; those not yet written are lost with the process, or while the database is
 * away.
 */
export function createViewedRecords({ db, logger, kinds }: Options) {
  let waiting = new Map<string, View>();
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;
  let flushing: Promise<void> | undefined;

  function note(views: readonly View[]): void {
    for (const view of views) {
      const key = `${view.tenantUuid} ${view.actorId} ${view.entityId}`;
      if (waiting.size < mostWaiting || waiting.has(key)) waiting.set(key, view);
      else lost += 1;
    }
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await flushing;
    flushing = write();
    await flushing;
  }

  async function write(): Promise<void> {
    const views = [...waiting.values()];
    waiting = new Map();
    for (const kind of kinds) {
      const some = views.filter(({ entityType }) => entityType === kind.entityType);
      for (let at = 0; at < some.length; at += batchSize)
        await db
          .asPlatform((tx) => recordViews(tx, kind, some.slice(at, at + batchSize)))
          .catch((error: unknown) => {
            lost += Math.min(batchSize, some.length - at);
            logger.warn({ err: error }, 'who looked could not be recorded');
          });
    }
    if (lost > 0) logger.warn({ lost }, 'who looked was not recorded of some records');
    lost = 0;
  }

  return { note, flush, kinds };
}

/** Records views, of a person and a record once in an hour: replicas follow each other here. */
async function recordViews(
  tx: Tx,
  { entityType, viewed }: Kind,
  views: readonly View[],
): Promise<void> {
  if (!viewed) throw new Error(`Nobody asks who looks at a ${entityType}`);
  const { eventType } = viewed;
  const partner = partnerOf(tx, {
    tenantUuid: tx`v.tenant_uuid`,
    entityType,
    entityId: tx`v.entity_id`,
    actorId: tx`v.actor_id`,
  });
  const column = (name: 'tenantUuid' | 'actorType' | 'actorId' | 'entityId') =>
    views.map((view) => view[name]);
  await tx`select pg_advisory_xact_lock(hashtext('atrium viewed records'))`;
  const { count } = await tx`
    insert into events (tenant_uuid, event_uuid, event_type, actor_type, actor_id, entity_type,
                        entity_id, attributes)
    select v.tenant_uuid, v.event_uuid, ${eventType}, v.actor_type, v.actor_id, ${entityType},
           v.entity_id, ${partnerAttribute(tx, partner)}
      from unnest(${column('tenantUuid')}::uuid[], ${column('actorType')}::text[],
                  ${column('actorId')}::uuid[], ${column('entityId')}::uuid[],
                  ${views.map(() => randomUUIDv7())}::uuid[])
           as v (tenant_uuid, actor_type, actor_id, entity_id, event_uuid)
      join tenant_security s on s.tenant_uuid = v.tenant_uuid and s.record_views
     where not exists (
       select from events e
        where e.tenant_uuid = v.tenant_uuid and e.entity_id = v.entity_id
          and e.occurred_at > now() - interval '1 hour' and e.actor_id = v.actor_id
          and e.event_type = ${eventType})`;
  if (count > 0) tx.afterCommit('events');
}
