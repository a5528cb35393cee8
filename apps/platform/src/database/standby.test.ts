import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareBinaries } from '@atrium/local/postgres/binaries.ts';
import { chooseServerUser } from '@atrium/local/postgres/server-user.ts';
import { expect, test } from 'vitest';
import { operationsOf } from '../../security-tests/operations.ts';
import { atEndOfFile } from '../../test-support/at-end-of-file.ts';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { openSql } from '../../test-support/open-sql.ts';
import { startPostgresVersion } from '../../test-support/postgres-version.ts';
import { world } from '../../test-support/world.ts';
import { recordEvent } from '../events.ts';
import { laggingReads } from '../http/lagging-reads.ts';
import { migrate } from './migrate.ts';
import { system } from './principal.ts';

const spare = mkdtempSync(join(tmpdir(), 'atrium-standby-'));
const { folder } = prepareBinaries(chooseServerUser(undefined), () => spare);
const server = await startPostgresVersion(folder);
atEndOfFile(async () => {
  await server.stop();
  rmSync(spare, { recursive: true, force: true });
});
const databaseUrl = await server.createDatabase('atrium_standby');
await migrate(databaseUrl);
const standby = await server.startStandby();
const replay = openSql(standby.url('atrium_standby').replace('atrium@', 'postgres@'));
atEndOfFile(() => replay.end());
const w = await world(
  { DATABASE_READ_URL: standby.url('atrium_standby') },
  { databaseUrl, idle: ['duplicates'] },
);
const tenant = await w.tenant();
const [writer, reader] = [await tenant.as('TENANT_ADMIN'), await tenant.as('TENANT_ADMIN')];
const other = await (await w.tenant()).as('TENANT_ADMIN');

/** Makes a contact as somebody, and returns its UUID. */
async function create(client: Client): Promise<string> {
  const input = contactInput(tenant.tenantUuid, writer.identity['x-user-id'] ?? '');
  const { status, body } = await client.post('/api/contacts', input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.contactUuid;
}
const listed = async (client: Client): Promise<string[]> => {
  const { status, body } = await client.get('/api/contacts?size=100');
  expect(status, JSON.stringify(body)).toBe(200);
  return body.content.map(({ contactUuid }: { contactUuid: string }) => contactUuid);
};
/** Returns the standby's share of an act's reads: how many went to it, and how many to the primary. */
async function readsOf(act: () => Promise<unknown>) {
  const count = async (where: string) => {
    const { body } = await w.anonymous.get('/metrics');
    const pattern = new RegExp(`^db_lagging_reads_total\\{where="${where}"\\} (\\d+)`, 'm');
    return Number(pattern.exec(String(body))?.[1] ?? 0);
  };
  const before = [await count('standby'), await count('primary')] as const;
  await act();
  return {
    standby: (await count('standby')) - before[0],
    primary: (await count('primary')) - before[1],
  };
}

test('what may lag is named once, and only reads', async () => {
  await w.app.ready();
  const operations = new Map(operationsOf(w.app).map((each) => [each.operationId, each]));
  const foreign = [...laggingReads].filter((name) => {
    const found = operations.get(name);
    return !found || (found.method !== 'GET' && !/^(filter|list|export)/.test(name));
  });
  expect(foreign).toEqual([]);
});

test('a standby answers lists and exports, behind the wall, and never before what the caller wrote', async () => {
  const first = await create(writer);
  // Who has written nothing lately is answered by the standby, as soon as it follows.
  await expect.poll(() => readsOf(() => listed(other))).toEqual({ standby: 1, primary: 0 });
  await expect.poll(async () => (await listed(reader)).includes(first)).toBe(true);
  expect(await listed(other)).toEqual([]);
  const exporting = async () => {
    const body = { filters: [] };
    const answer = await reader.post('/api/v2/contacts/export', body, { accept: 'text/csv' });
    expect([answer.status, String(answer.body).includes(first)]).toEqual([200, true]);
  };
  await expect.poll(() => readsOf(exporting)).toMatchObject({ primary: 0 });

  await replay`select pg_wal_replay_pause()`;
  const second = await create(writer);
  expect(await readsOf(async () => expect(await listed(writer)).toContain(second))).toEqual({
    standby: 0,
    primary: 1,
  });
  // One that has stood still for more than a second is passed over.
  await expect.poll(async () => (await listed(reader)).includes(second)).toBe(true);
  expect(await readsOf(() => listed(reader))).toEqual({ standby: 0, primary: 1 });
  await replay`select pg_wal_replay_resume()`;
  await expect.poll(() => readsOf(() => listed(reader))).toEqual({ standby: 1, primary: 0 });
});

test('a total that was counted at the standby beside a transaction under way is counted anew', async () => {
  const total = async (client: Client) =>
    (await client.get('/api/contacts?size=1')).body.totalElements as number;
  // The first of two transactions ends last, so that what is counted meanwhile lacks it alone.
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const late = w.db.asTenant(tenant.tenantUuid, system, async (tx) => {
    await tx`select pg_current_xact_id()`;
    begun.resolve();
    await mayEnd;
    const deleted = await tx<{ contactUuid: string }[]>`
      update contacts set deleted_at = now() where contact_uuid = (
        select contact_uuid from contacts where deleted_at is null limit 1) returning contact_uuid`;
    const event = { eventType: 'contact.deleted', entityType: 'CONTACT' } as const;
    await recordEvent(tx, { ...event, entityId: deleted[0]?.contactUuid ?? null, attributes: {} });
  });
  const [{ before }] = await w.db.asTenant(
    tenant.tenantUuid,
    system,
    (tx) => tx<[{ before: number }]>`
      select count(*)::int as before from contacts where deleted_at is null`,
  );
  await begun.promise;
  await create(writer);
  await expect
    .poll(async () => {
      let seen = 0;
      const { standby: there } = await readsOf(async () => {
        seen = await total(reader);
      });
      return [seen, there];
    })
    .toEqual([before + 1, 1]);
  end();
  await late;
  expect(await total(writer)).toBe(before);
});

test('a session that has ended is refused at once, whatever the standby shows', async () => {
  const leaver = await tenant.as('TENANT_ADMIN');
  await expect.poll(() => readsOf(() => listed(leaver))).toEqual({ standby: 1, primary: 0 });
  const userUuid = leaver.identity['x-user-id'] ?? '';
  await w.db.asPlatform(
    (tx) => tx`update sessions set revoked_at = now() where user_uuid = ${userUuid}`,
  );
  expect((await leaver.get('/api/contacts')).status).toBe(401);
});

test('without the standby the primary answers', async () => {
  await replay.end();
  await standby.stop();
  expect(await listed(reader)).not.toEqual([]);
  await expect.poll(() => readsOf(() => listed(reader))).toEqual({ standby: 0, primary: 1 });
});
