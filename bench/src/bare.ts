import { createSql } from '@atrium/kit/sql.ts';
import { selectContact } from '@atrium/platform/contacts/queries.ts';
import type { Tx } from '@atrium/platform/database/transaction.ts';
import { fastify } from 'fastify';
import pg from 'pg';

/**
 * The reference: Fastify and pg as their manuals have it. One handler selects the same row by the
 * same columns with a prepared statement and returns it, one inserts a row of a contact's size and
 * commits. No authentication, no validation, no transaction around a statement and no tenant wall:
 * it connects as the superuser, whom no policy slows down.
 */
const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 16 });
const names = new Map<string, string>();
const sql = createSql(async (text, values) => {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  const { rows, rowCount } = await pool.query({ text, name, values: [...values] });
  return Object.assign(rows, { count: rowCount ?? 0 });
});
await sql`create schema if not exists bench`;
await sql`
  create table if not exists bench.rows (tenant_uuid uuid, id uuid, body jsonb, primary key (tenant_uuid, id))`;

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
