import { findContact } from '@atrium/platform/contacts/queries.ts';
import type { Tx } from '@atrium/platform/database/transaction.ts';
import { fastify } from 'fastify';
import postgres from 'postgres';

/**
 * The reference: what Fastify and postgres.js do at best. One handler selects the same row by the
 * same columns and returns it, one inserts a row of a contact's size and commits. No
 * authentication, no validation, no tenant wall: it connects as the superuser, whom no policy
 * slows down.
 */
const sql = postgres({
  ...JSON.parse(process.argv[2] ?? '{}'),
  max: 16,
  onnotice: () => undefined,
  transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
});
await sql.unsafe(`
  create schema if not exists bench;
  create table if not exists bench.rows (tenant_uuid uuid, id uuid, body jsonb, primary key (tenant_uuid, id))`);

const app = fastify();

app.get<{ Params: { tenant: string; id: string } }>('/contacts/:tenant/:id', (request) => {
  const { tenant, id } = request.params;
  const tx = Object.assign((...args: Parameters<typeof sql>) => sql(...args), {
    entered: sql`${tenant}`,
    unsafe: sql.unsafe,
  });
  return findContact(tx as unknown as Tx, sql`true`, id);
});

app.post<{ Body: Record<string, string> }>('/contacts', async (request) => {
  const row = {
    tenantUuid: request.body.firmId ?? null,
    id: crypto.randomUUID(),
    body: request.body,
  };
  await sql`insert into bench.rows values (${row.tenantUuid}, ${row.id}, ${sql.json(row.body)})`;
  return row;
});

process.send?.({ address: await app.listen({ host: '127.0.0.1', port: 0 }) });
process.on('disconnect', () => process.exit(0));
