import { pathOf } from '@atrium/analytics/store/attribute-path.ts';
import { createKnownIdentifiers } from '@atrium/analytics/store/known-identifiers.ts';
import type { StoreWriter } from '@atrium/analytics/store/store.ts';
import type { Sql } from '@atrium/kit/sql.ts';

/**
 * Events that both engines make for themselves from a number: four in ten are one tenant's, the
 * rest nineteen others'; eight types, spread over the year 2025; five channels, amounts as text.
 */
export const tenants = Array.from(
  { length: 20 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);
export const [largest, type] = [tenants[0] as string, 'contact.updated.0'];

const chunk = 1_000_000;

/** Fills the store up to so many events, and their identifiers, from `from` on. */
export async function fillStore(writer: StoreWriter, from: number, to: number): Promise<void> {
  const list = tenants.map((tenant) => `toUUID('${tenant}')`).join(', ');
  const tenantOf = `arrayElement([${list}], if(number % 10 < 4, 1, 2 + number % 19))`;
  for (let at = from; at < to; at += chunk) {
    const numbers = `numbers(${at}, ${Math.min(chunk, to - at)})`;
    await writer.command('drop table if exists made');
    await writer.command(
      `create temporary table made engine = Memory as
       select number, ${tenantOf} as tenant_id, generateUUIDv4() as event_id from ${numbers}`,
    );
    await writer.command(
      `insert into events select tenant_id, concat('contact.updated.', toString(intDiv(number, 10) % 8)),
         toDateTime64('2025-01-01 00:00:00', 3, 'UTC') + number * 7919 % 31536000, event_id, now64(3),
         'TENANT_STAFF', concat('staff-', toString(number % 50)), 'CONTACT', toString(number % 100003), 1,
         toJSONString(map('${pathOf('channel')}', concat('channel-', toString(intDiv(number, 80) % 5)),
           '${pathOf('amount')}', toString(number * 31 % 10000)))::JSON(max_dynamic_paths = 16)
       from made`,
    );
    await writer.command('insert into identifiers select tenant_id, event_id from made');
  }
  await writer.load(
    'catalogue',
    tenants
      .flatMap((tenant) =>
        Array.from({ length: 8 }, (_, index) =>
          ['', 'channel', 'amount'].map(
            (key) => `${JSON.stringify([tenant, `contact.updated.${index}`, key])}\n`,
          ),
        ),
      )
      .flat()
      .join(''),
  );
}

/** The same events in PostgreSQL, with the covering index that answers the questions from itself. */
export async function fillPostgres(sql: Sql, events: number): Promise<void> {
  await sql.unsafe(`
    create unlogged table measured_events (tenant_id uuid, event_type text, occurred_at timestamptz, event_id uuid,
      received_at timestamptz, actor_type text, actor_id text, entity_type text, entity_id text,
      schema_version int, attributes jsonb);
    insert into measured_events
    select ('00000000-0000-4000-8000-' || lpad((case when n % 10 < 4 then 0 else 1 + n % 19 end)::text, 12, '0'))::uuid,
      'contact.updated.' || (n / 10 % 8), timestamptz '2025-01-01 00:00:00Z' + (n * 7919 % 31536000) * interval '1 second',
      gen_random_uuid(), now(), 'TENANT_STAFF', 'staff-' || n % 50, 'CONTACT', (n % 100003)::text, 1,
      jsonb_build_object('channel', 'channel-' || (n / 80 % 5), 'amount', (n * 31 % 10000)::text)
    from generate_series(0::bigint, ${events - 1}) n`);
  await sql.unsafe(`set maintenance_work_mem = '1GB';
    create index on measured_events (tenant_id, event_type, occurred_at) include (attributes)`);
  await sql.unsafe('vacuum (analyze) measured_events');
}

/** Memory and time that knowing all stored identifiers costs after a start. */
export async function loadIdentifiers(writer: StoreWriter) {
  const known = createKnownIdentifiers({ maxBytes: 2 ** 31 });
  const began = performance.now();
  const isComplete = () =>
    tenants.every((tenant) => known.isSurelyNew(tenant, crypto.randomUUID()));
  while (!isComplete()) await known.prepare(writer, tenants);
  return { bytes: known.bytes(), seconds: (performance.now() - began) / 1000 };
}
