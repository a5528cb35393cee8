import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ArchivedEvent } from './parts.ts';

/** Selects archived events as rows, in the columns of `events` that the trail shows, with number and hash. */
export const archivedEvents = (tx: Tx, events: readonly ArchivedEvent[]): Fragment => tx`
  select "tenantUuid" as tenant_uuid, "eventId" as event_uuid, "eventType" as event_type,
         "exactTime" as occurred_at, "actorType" as actor_type, "actorId" as actor_id,
         "entityType" as entity_type, "entityId" as entity_id, attributes, sequence, hash
    from jsonb_to_recordset(${tx.json(events as never)}::jsonb) as archived (
      "tenantUuid" uuid, "eventId" uuid, "eventType" text, "exactTime" timestamptz, "actorType" text,
      "actorId" uuid, "entityType" text, "entityId" uuid, attributes jsonb, sequence bigint, hash text)`;
