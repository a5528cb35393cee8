import type { Fragment } from '@atrium/kit/sql.ts';
import { isWithin, type TimeRange } from '../../database/time-range.ts';
import type { Tx } from '../../database/transaction.ts';
import { fetchPage } from '../../lists/fetch-page.ts';
import type { ListFields } from '../../lists/fields.ts';
import type { OrderColumn } from '../../lists/sort.ts';
import { payloadOf } from '../delivery/derive-messages.ts';
import type { DueMessage } from '../delivery/queries.ts';
import type { MessageDetailRow, MessageRow, MessagesQuery } from './schemas.ts';

const fields: ListFields = {
  createdAt: { column: 'm.created_at', type: 'time', notNull: true },
};

const byPosition: OrderColumn = {
  column: 'm.position',
  type: 'integer',
  direction: 'asc',
  notNull: true,
  folded: false,
};

const columns = (tx: Tx) => tx`
  m.message_uuid as message_id, m.event_type, m.event_uuid as event_id, m.status, m.attempts,
  record_time(m.created_at) as created_at, record_time(m.delivered_at) as delivered_at,
  record_time(m.next_attempt_at) as next_attempt_at, m.last_status, m.last_error`;

/** Returns a page of an endpoint's messages, the newest first. */
export function listMessages(tx: Tx, endpointUuid: string, query: MessagesQuery) {
  const list = { ...listOf(tx, endpointUuid, query), defaultSort: ['createdAt,desc'] };
  return fetchPage<MessageRow>(tx, list, query);
}

/**
 * Returns a page of the numbered messages behind a position, in their order, but those that were given up;
 * without a position none.
 */
export function listHandedOut(
  tx: Tx,
  endpointUuid: string,
  position: number | undefined,
  query: MessagesQuery,
) {
  const list = listOf(tx, endpointUuid, query);
  const isBehind = position === undefined ? tx`false` : tx`m.position > ${position}`;
  const where = tx`${list.where} and m.status <> 'FAILED' and ${isBehind}`;
  return fetchPage<MessageRow>(tx, { ...list, where, defaultOrder: byPosition }, query);
}

function listOf(
  tx: Tx,
  endpointUuid: string,
  { status, eventType, from, to, withPayload }: MessagesQuery,
) {
  const where: Fragment = tx`m.endpoint_uuid = ${endpointUuid}
    ${status ? tx`and m.status = any(${status.split(',')})` : tx``}
    ${eventType ? tx`and m.event_type = ${eventType}` : tx``}
    and ${isWithin(tx, tx`m.created_at`, { from, to })}`;
  const select = withPayload ? tx`${columns(tx)}, m.payload` : columns(tx);
  return { select, from: tx`webhook_messages m`, where, fields, key: 'm.message_uuid' };
}

/** Returns the position of a message that was handed out. */
export async function findPosition(tx: Tx, endpointUuid: string, messageUuid: string) {
  const [message] = await tx<{ position: number }[]>`
    select position::float8 as position from webhook_messages
     where endpoint_uuid = ${endpointUuid} and message_uuid = ${messageUuid}
       and position is not null`;
  return message?.position;
}

/** Numbers the waiting messages of a locked endpoint that have no number yet. */
export async function numberMessages(tx: Tx, endpointUuid: string): Promise<void> {
  await tx`
    with next as (
      select message_uuid, row_number() over (order by created_at, message_uuid) as nth
        from webhook_messages
       where endpoint_uuid = ${endpointUuid} and status = 'PENDING' and position is null
    ), numbered as (
      update webhook_messages m set position = p.last_position + next.nth
        from next, webhook_endpoints p
       where m.endpoint_uuid = ${endpointUuid} and m.message_uuid = next.message_uuid
         and p.endpoint_uuid = m.endpoint_uuid
      returning m.message_uuid
    )
    update webhook_endpoints set last_position = last_position + (select count(*) from numbered)
     where endpoint_uuid = ${endpointUuid} and exists (select from numbered)`;
}

/** Notes that messages were handed out, and returns those that had not been. */
export const markDelivered = (tx: Tx, endpointUuid: string, messages: readonly string[]) => tx<
  MessageRow[]
>`
  update webhook_messages m
     set status = 'DELIVERED', delivered_at = now(), next_attempt_at = null, attempts = attempts + 1
   where m.endpoint_uuid = ${endpointUuid} and m.message_uuid = any(${messages}::uuid[])
     and m.status = 'PENDING'
  returning ${columns(tx)}`;

export async function findMessage(tx: Tx, endpointUuid: string, messageUuid: string) {
  const [message] = await tx<MessageDetailRow[]>`
    select ${columns(tx)}, m.payload, m.tries from webhook_messages m
     where m.endpoint_uuid = ${endpointUuid} and m.message_uuid = ${messageUuid}`;
  return message;
}

// As a message that was made just now: with all tries before it, and no number yet.
const again = (tx: Tx) => tx`
  status = 'PENDING', attempts_in_row = 0, next_attempt_at = now(), delivered_at = null, position = null`;

/** The condition of messages that may be queued: one that was handed out keeps its place, which a reader may name. */
const mayBeQueued = (tx: Tx) => tx`(m.position is null or m.status <> 'DELIVERED')`;

/** Queues a message once more, unless it was handed out. */
export async function requeueMessage(tx: Tx, endpointUuid: string, messageUuid: string) {
  const [message] = await tx<MessageRow[]>`
    update webhook_messages m set ${again(tx)}
     where m.endpoint_uuid = ${endpointUuid} and m.message_uuid = ${messageUuid} and ${mayBeQueued(tx)}
    returning ${columns(tx)}`;
  return message;
}

/** Waits until no other replay of an endpoint runs, at any replica. */
export async function lockReplays(tx: Tx, endpointUuid: string): Promise<void> {
  const lock = `replay ${tx.tenantUuid} ${endpointUuid.toLowerCase()}`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
}

/** Counts the events of a time that an endpoint is told of, up to one more than a limit. */
export async function countEvents(tx: Tx, endpointUuid: string, span: TimeRange, limit: number) {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from (
      select from events e, webhook_endpoints p
       where e.tenant_uuid = ${tx.tenantUuid} and ${isWithin(tx, tx`e.occurred_at`, span)}
         and p.endpoint_uuid = ${endpointUuid}
         and (p.event_types = '{}' or e.event_type = any(p.event_types))
       limit ${limit + 1}) found`;
  return count;
}

/** Queues the messages of a time's events once more that were not handed out: all that there are, or the failed ones. */
export async function requeueMessages(
  tx: Tx,
  endpointUuid: string,
  span: TimeRange,
  onlyFailed: boolean,
): Promise<number> {
  const { count } = await tx`
    update webhook_messages m set ${again(tx)}
     where m.endpoint_uuid = ${endpointUuid} and ${isWithin(tx, tx`m.occurred_at`, span)}
       and m.event_uuid is not null and ${mayBeQueued(tx)} ${onlyFailed ? tx`and m.status = 'FAILED'` : tx``}`;
  return count;
}

/** Makes the messages of a time's events that have none yet. */
export async function insertMissing(
  tx: Tx,
  endpointUuid: string,
  span: TimeRange,
): Promise<number> {
  const { count } = await tx`
    insert into webhook_messages (tenant_uuid, endpoint_uuid, event_uuid, event_type, occurred_at, payload)
    select e.tenant_uuid, p.endpoint_uuid, e.event_uuid, e.event_type, e.occurred_at, ${payloadOf(tx)}
      from events e, webhook_endpoints p
     where e.tenant_uuid = ${tx.tenantUuid} and ${isWithin(tx, tx`e.occurred_at`, span)}
       and p.endpoint_uuid = ${endpointUuid}
       and (p.event_types = '{}' or e.event_type = any(p.event_types))
     order by e.occurred_at, e.event_uuid
        on conflict (tenant_uuid, endpoint_uuid, event_uuid) do nothing`;
  return count;
}

/**
 * Inserts a test message. One that is tried now is due in a minute only, so that nobody else sends it
 * meanwhile.
 */
export async function insertTest(
  tx: Tx,
  endpointUuid: string,
  isTriedNow: boolean,
): Promise<DueMessage> {
  const { actorType, actorId } = tx.actor;
  const [message] = await tx<[DueMessage]>`
    insert into webhook_messages (tenant_uuid, endpoint_uuid, event_type, occurred_at, payload,
                                  next_attempt_at)
    select e.tenant_uuid, e.entity_id, e.event_type, e.occurred_at, ${payloadOf(tx)},
           now() + make_interval(mins => ${isTriedNow ? 1 : 0})
      from (select ${tx.tenantUuid}::uuid as tenant_uuid, null::uuid as event_uuid,
                   'webhook.test' as event_type, now() as occurred_at, ${actorType} as actor_type,
                   ${actorId}::uuid as actor_id, 'WEBHOOK_ENDPOINT' as entity_type,
                   ${endpointUuid}::uuid as entity_id, '{}'::jsonb as attributes) e
    returning message_uuid, payload::text as body, 0 as failures`;
  return message;
}
