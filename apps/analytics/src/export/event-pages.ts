import { setImmediate as turn } from 'node:timers/promises';
import { createBinder } from '../query/bind.ts';
import { type EventScope, scopeSql } from '../query/event-scope.ts';
import { byKey } from '../store/attribute-path.ts';
import type { BoundSql } from '../store/store.ts';

type ExportRange = EventScope & {
  eventType: string | undefined;
  fromMs: number;
  toMs: number;
};

type Run = (statement: BoundSql) => Promise<unknown[][]>;

/** The place in the order of a type's events after which the next page begins. */
type Place = { ms: number; eventId: string };

const leastUuid = '00000000-0000-0000-0000-000000000000';
const [pageBytes, leastRows, mostRows] = [524_288, 100, 10_000];

/**
 * Yields the events of a tenant as NDJSON, a page of about half a MiB at a time, by type and then by time.
 * Each page is a question of its own, so that a reader who is slow holds nothing up. Events that
 * come in while it runs are in it when their place is still ahead.
 */
export async function* eventPages(range: ExportRange, run: Run): AsyncGenerator<string> {
  const types = range.eventType === undefined ? await typesOf(range, run) : [range.eventType];
  let rows = leastRows;
  for (const eventType of types) {
    let after: Place | undefined = { ms: range.fromMs, eventId: leastUuid };
    while (after) {
      const found = await run(pageSql(range, eventType, after, rows));
      const page = found.map((cells) => `${JSON.stringify(eventOf(cells, range.tenantUuid))}\n`);
      const text = page.join('');
      if (text) yield text;
      after = found.length < rows ? undefined : placeOf(found.at(-1) ?? []);
      const average = text.length / Math.max(1, page.length);
      rows = Math.round(Math.min(mostRows, Math.max(leastRows, pageBytes / (average || 1))));
      await turn();
    }
  }
}

async function typesOf(range: ExportRange, run: Run): Promise<string[]> {
  const { bind, params } = createBinder();
  const where = scopeSql(range, bind);
  const table = range.partnerUuid === undefined ? 'catalogue' : 'events';
  const sql = `select distinct event_type from ${table} where ${where} order by event_type limit 10000`;
  const rows = await run({ sql, params });
  return rows.map(([type]) => String(type));
}

const instant = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

function pageSql(range: ExportRange, eventType: string, after: Place, rows: number): BoundSql {
  const { bind, params } = createBinder();
  return {
    sql:
      'select event_type, event_id, toUnixTimestamp64Milli(occurred_at), ' +
      'toUnixTimestamp64Milli(received_at), actor_type, actor_id, entity_type, entity_id, ' +
      'schema_version, attribute from events ' +
      `where ${scopeSql(range, bind)} and event_type = {type:String} ` +
      `and occurred_at >= ${instant('from')} and occurred_at < ${instant('to')} ` +
      `and (occurred_at > ${instant('from')} or event_id ${after.eventId === leastUuid ? '>=' : '>'} toUUID({id:String})) ` +
      `order by occurred_at, event_id limit ${rows}`,
    params: {
      ...params,
      type: eventType,
      from: after.ms,
      to: range.toMs,
      id: after.eventId,
    },
  };
}

function placeOf(cells: readonly unknown[]): Place {
  return { ms: Number(cells[2]), eventId: String(cells[1]) };
}

/** Returns an event as it is sent, with the time of receipt, without what it does not have. */
function eventOf(cells: readonly unknown[], tenantId: string): object {
  const [eventType, eventId, occurredMs, receivedMs, ...rest] = cells;
  const [actorType, actorId, entityType, entityId, schemaVersion, attribute] = rest;
  return {
    eventType,
    tenantId,
    eventId,
    occurredAt: new Date(Number(occurredMs)).toISOString(),
    receivedAt: new Date(Number(receivedMs)).toISOString(),
    ...(actorType === '' ? {} : { actorType }),
    ...(actorId === '' ? {} : { actorId }),
    ...(entityType === '' ? {} : { entityType }),
    ...(entityId === '' ? {} : { entityId }),
    schemaVersion,
    attributes: byKey(attribute as object),
  };
}
