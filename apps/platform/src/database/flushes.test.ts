import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, expect, inject, test } from 'vitest';
import { cloneDatabase } from '../../test-support/world.ts';
import { openDb, system } from './db.ts';

const url = await cloneDatabase();
const name = new URL(url).pathname.slice(1);
const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => undefined });
// The server of the tests commits without waiting for its disk; this database waits as by default.
await admin.unsafe(`alter database ${name} set synchronous_commit = on`);
const db = openDb({ url, max: 3 });
afterAll(() => Promise.all([db.close(), admin.end()]));

const [tenantUuid, userUuid] = [randomUUID(), randomUUID()];
await db.asPlatform(async (tx) => {
  await tx`insert into tenants (tenant_uuid, name, code) values (${tenantUuid}, 'T', 'T')`;
  await tx`insert into accounts (tenant_uuid, user_uuid, email, roles, display_name)
    values (${tenantUuid}, ${userUuid}, 'a@a.example', ${['TENANT_STAFF']}, 'T')`;
});
const entrant = {
  ...system,
  tenantUuid,
  homeTenantUuid: tenantUuid,
  userUuid,
  sessionUuid: null,
};

/** Writes a row in a statement of its own and answers where the log stood then. */
const write = () =>
  db.inOneStatement(entrant, async (tx) => {
    const [row] = await tx<[{ key: string; at: string; waits: string }]>`
      insert into idempotency_keys (tenant_uuid, user_uuid, key, request_hash, answer)
      values (${tx.entered}, ${userUuid}, ${randomUUID()}, 'x', '{}')
      returning key, pg_current_wal_insert_lsn() as at, current_setting('synchronous_commit') as waits`;
    return row;
  });

const isFlushed = async (at: string) => {
  const [row] = await db.pool<[{ is: boolean }]>`
    select pg_current_wal_flush_lsn() > ${at}::pg_lsn as is`;
  return row.is;
};

test('what a statement of its own wrote is on the disk when it is answered, though its commit did not wait', async () => {
  for (let count = 0; count < 50; count++) {
    const { at, waits } = await write();
    expect(waits).toBe('off');
    expect(await isFlushed(at)).toBe(true);
  }
  const together = await Promise.all(Array.from({ length: 100 }, write));
  for (const { at } of together) expect(await isFlushed(at)).toBe(true);
});

test('other transactions wait for the disk themselves', async () => {
  await write();
  const [row] = await db.inTenant(entrant, (tx) => tx`show synchronous_commit`);
  expect(row).toEqual({ synchronousCommit: 'on' });
});

test('who waits for the disk when the database ends that connection is told, and the next is served', async () => {
  await write();
  const ended: PromiseSettledResult<Awaited<ReturnType<typeof write>>>[] = [];
  // All fifty may be through before the end arrives.
  for (let round = 0; round < 20 && !ended.some((each) => each.status === 'rejected'); round++) {
    const writes = Promise.allSettled(Array.from({ length: 50 }, write));
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = ${name} and application_name = 'atrium'`;
    ended.push(...(await writes));
  }
  const answered = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value.key] : []));
  expect(ended.some((each) => each.status === 'rejected')).toBe(true);
  const again = () =>
    write()
      .then(({ at }) => isFlushed(at))
      .catch(() => false);
  await expect.poll(again).toBe(true);
  const stored = await db.asTenant(
    tenantUuid,
    system,
    (tx) => tx`select from idempotency_keys where key = any(${answered})`,
  );
  expect(stored).toHaveLength(answered.length);
});
