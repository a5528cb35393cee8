import { createSql } from '@atrium/kit/sql.ts';
import { selectContact } from '@atrium/platform/contacts/queries.ts';
import { connectAlone } from '@atrium/platform/database/pool.ts';
import type { Tx } from '@atrium/platform/database/transaction.ts';
import { fastify } from 'fastify';

/**
 * The reference: what Fastify and pg do at best. One handler selects the same row by the same
 * columns and returns it, one inserts a row of a contact's size and commits. No authentication, no
 * validation, no transaction around a statement, so that all requests share pipelined connections,
 * and no tenant wall: it connects as the superuser, whom no policy slows down.
 */
const options = JSON.parse(process.argv[2] ?? '{}');
const connections = await Promise.all(Array.from({ length: 4 }, () => connectAlone(options)));
let turn = 0;
const sql = createSql((text, values) => {
  turn = (turn + 1) % connections.length;
  return (connections[turn] as (typeof connections)[number]).run(text, values);
});
await sql.unsafe(`
  create schema if not exists bench;
  create table if not exists bench.rows (tenant_uuid uuid, id uuid, body jsonb, primary key (tenant_uuid, id))`);

const app = fastify();

app.get<{ Params: { tenant: string; id: string } }>('/contacts/:tenant/:id', async (request) => {
  const { tenant, id } = request.params;
  const [contact] = await selectContact(sql as Tx, sql`c.tenant_uuid = ${tenant}`, id);
  return contact;
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
