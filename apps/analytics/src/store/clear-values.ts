import { createHash } from 'node:crypto';
import { bindAsHex } from './literals.ts';
import type { Store } from './store.ts';
import { uuidLiteral } from './uuid-literal.ts';
import { clearAttributes, type ValuePatterns } from './value-patterns.ts';

// A server takes statements of 256 KiB, and each event that goes has 100 bytes in one.
const pageEvents = 500;

const attributeTexts =
  "arrayStringConcat(arrayMap(each -> each.2, JSONExtractKeysAndValues(toJSONString(attribute), 'String')), '\\n')";

// The next version of an event is received a millisecond later, by which the two are told apart.
const columns =
  'event_id, event_type, toString(occurred_at), toUnixTimestamp64Milli(received_at), ' +
  'toString(received_at + toIntervalMillisecond(1)), actor_type, actor_id, entity_type, ' +
  'entity_id, schema_version, attribute';

type Options = {
  tenantUuid: string;
  patterns: ValuePatterns;
  /** Runs work while nothing else is written. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  signal: AbortSignal;
};

/**
 * Clears values in the attributes of a tenant's stored events and returns the number of events that
 * had one. An event is stored anew without them and then the former row is deleted, since a mutation
 * that changes values would be kept with them in it. Whoever goes on after a crash between the two
 * finds the former row and deletes it. Identifiers stay as they are.
 */
export async function clearValues(
  store: Pick<Store, 'writer' | 'mutable'>,
  { tenantUuid, patterns, inTurn, signal }: Options,
): Promise<number> {
  let events = 0;
  for (const source of patterns.sources)
    for (let place: string | undefined; ; ) {
      const page = await inTurn(async () => {
        signal.throwIfAborted();
        const rows = await store.writer.select(pageSql(tenantUuid, source, place));
        return clearPage(store, tenantUuid, rows, patterns);
      });
      events += page.cleared;
      place = page.last;
      if (place === undefined) break;
    }
  return events;
}

/** Returns a statement that reads all versions of the next events in which a pattern is found. */
function pageSql(tenantUuid: string, source: string, after?: string): string {
  const here = `tenant_id = ${uuidLiteral(tenantUuid)}`;
  const ahead = after === undefined ? '' : `and event_id > ${uuidLiteral(after)} `;
  return bindAsHex({
    sql:
      `select ${columns} from events where ${here} and event_id global in (` +
      `select distinct event_id from events where ${here} ${ahead}` +
      `and match(${attributeTexts}, {source:String}) order by event_id limit ${pageEvents}) ` +
      'order by event_id, received_at settings max_execution_time = 20',
    params: { source },
  });
}

/** Stores what is left of the events of a page, and deletes the rows that were there before. */
async function clearPage(
  { writer, mutable }: Pick<Store, 'writer' | 'mutable'>,
  tenantUuid: string,
  rows: readonly unknown[][],
  patterns: ValuePatterns,
): Promise<{ cleared: number; last: string | undefined }> {
  const versions = Map.groupBy(rows, ([eventId]) => String(eventId));
  const [fresh, former]: [string[], string[]] = [[], []];
  let cleared = 0;
  for (const [eventId, before] of versions) {
    const newest = before.at(-1) ?? [];
    const { attribute, isChanged } = clearAttributes(newest.at(-1) as object, patterns);
    if (isChanged) fresh.push(lineOf(tenantUuid, newest, attribute));
    const gone = isChanged ? before : before.slice(0, -1);
    if (gone.length > 0) cleared += 1;
    for (const [, , , receivedMs] of gone)
      former.push(
        `(${uuidLiteral(eventId)}, fromUnixTimestamp64Milli(${Number(receivedMs)}, 'UTC'))`,
      );
  }
  const lines = fresh.join('');
  // A writer that was stopped here and goes on stores nothing twice.
  const token = createHash('sha256').update(lines).digest('hex');
  if (fresh.length > 0) await writer.load('events', lines, token);
  if (former.length > 0)
    await writer.command(
      `alter table ${mutable('events')} delete where tenant_id = ${uuidLiteral(tenantUuid)} ` +
        `and (event_id, received_at) in (${former.join(', ')}) settings mutations_sync = 2`,
    );
  const last = versions.size < pageEvents ? undefined : String(rows.at(-1)?.[0]);
  return { cleared, last };
}

/** Returns the line of an event's next version. */
function lineOf(tenantUuid: string, row: readonly unknown[], attribute: object): string {
  const [eventId, eventType, occurredAt, , receivedAt, ...rest] = row;
  const cells = [tenantUuid, eventType, occurredAt, eventId, receivedAt, ...rest.slice(0, -1)];
  return `${JSON.stringify([...cells, attribute])}\n`;
}
