import type { StoreWriter } from './store.ts';

const staging = `
  (
    tenant_id UUID, event_type LowCardinality(String), occurred_at DateTime64(3, 'UTC'),
    event_id UUID, received_at DateTime64(3, 'UTC'), actor_type LowCardinality(String),
    actor_id String, entity_type LowCardinality(String), entity_id String,
    schema_version UInt32, attributes Map(String, String)
  ) engine = Memory`;

const prepare = [
  `create temporary table if not exists incoming ${staging}`,
  'create temporary table if not exists known (tenant_id UUID, event_id UUID) engine = Memory',
  'truncate table incoming',
  'truncate table known',
];

const identified =
  'select tenant_id, event_id from identifiers ' +
  'where (tenant_id, event_id) in (select tenant_id, event_id from incoming)';

const unknown = 'where (tenant_id, event_id) not in (select tenant_id, event_id from known)';

// What a crash between the two inserts left: events that are stored but not yet identified.
const completeIdentifiers = `
  insert into identifiers
  select distinct tenant_id, event_id from events
  where (tenant_id, event_type, occurred_at, event_id) in
      (select tenant_id, event_type, occurred_at, event_id from incoming)
    and (tenant_id, event_id) not in (${identified})`;

const extendCatalogue = `
  insert into catalogue
  select distinct tenant_id, event_type, arrayJoin(arrayPushBack(mapKeys(attributes), '')) as attribute
  from incoming
  where (tenant_id, event_type, attribute) not in (
    select tenant_id, event_type, attribute from catalogue
    where tenant_id in (select tenant_id from incoming)
  )`;

/**
 * Stores a batch of events, each exactly once for ever: those whose identifier is known already
 * are left out and answered. The lines must hold no identifier twice and one writer stores one
 * batch at a time. `again` says that this batch may have been tried before and cut short.
 * When this resolves, what it stored is on disk.
 */
export async function writeBatch(
  writer: StoreWriter,
  lines: string,
  again: boolean,
): Promise<{ tenantId: string; eventId: string }[]> {
  for (const statement of prepare) await writer.command(statement);
  await writer.load('incoming', lines);
  if (again) await writer.command(completeIdentifiers);
  await writer.command(`insert into known ${identified}`);
  const known = await writer.select('select tenant_id, event_id from known');
  await writer.command(extendCatalogue);
  await writer.command(`insert into events select * from incoming ${unknown}`);
  await writer.command(
    `insert into identifiers select tenant_id, event_id from incoming ${unknown}`,
  );
  return known.map(([tenantId, eventId]) => ({
    tenantId: String(tenantId),
    eventId: String(eventId),
  }));
}

/** Deletes all that is stored of a tenant, from the disk too, and answers how much it was. */
export async function purgeTenant(writer: StoreWriter, tenantUuid: string) {
  const here = `tenant_id = ${uuidLiteral(tenantUuid)}`;
  const count = async (table: string) =>
    Number((await writer.select(`select count() from ${table} where ${here}`))[0]?.[0]);
  const removed = { events: await count('events'), identifiers: await count('identifiers') };
  for (const table of ['events', 'identifiers', 'catalogue']) {
    await writer.command(`alter table ${table} delete where ${here} settings mutations_sync = 2`);
  }
  return removed;
}

/** Mutations take no bound values, so this one is text: hexadecimal digits and dashes or nothing. */
function uuidLiteral(uuid: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)) throw new Error('Not a UUID');
  return `toUUID('${uuid}')`;
}
