import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { dumpSchema } from '../../test-support/dump-schema.ts';
import { openSql } from '../../test-support/open-sql.ts';
import { overTcp } from '../../test-support/over-tcp.ts';
import { cloneDatabase } from '../../test-support/world.ts';
import { type Db, openDb } from './db.ts';
import { migrate } from './migrate.ts';
import { system } from './principal.ts';

const admin = openSql(inject('adminUrl'));
afterAll(() => admin.end());

const cutAll = (database: string) =>
  admin`select pg_terminate_backend(pid) from pg_stat_activity
         where datname = ${database} and application_name = 'atrium'`;

async function database() {
  const url = await cloneDatabase();
  // On a busy machine a crowd waits longer for a connection than a request may.
  const patience = { connectionTimeoutMillis: 60_000, crowdedMs: 60_000 };
  const db = openDb({ url, max: 6, ...patience });
  const tenantUuid = randomUUID();
  const note = (key: string) =>
    db.asTenant(tenantUuid, system, async (tx) => {
      const userUuid = randomUUID();
      await tx`select pg_sleep(random() * 0.004)`;
      await tx`insert into idempotency_keys (tenant_uuid, user_uuid, key, request_hash, answer)
        values (${tenantUuid}, ${userUuid}, ${key}, 'x', ${tx.json({})})`;
    });
  const noted = () =>
    db.asTenant(tenantUuid, system, async (tx) => {
      const rows = await tx<{ key: string; times: number }[]>`
        select key, count(*)::int as times from idempotency_keys group by key`;
      return new Map(rows.map(({ key, times }) => [key, times]));
    });
  return { url, db, name: new URL(url).pathname.slice(1), note, noted };
}

test('when the database ends connections under load, every transaction ends, and what was acknowledged is there once', async () => {
  const { db, name, note, noted } = await database();
  afterAll(db.close);
  // The very first connection learns the types; a start that is cut off there fails as a whole.
  await note('the first');
  const keys = Array.from({ length: 1_500 }, (_, index) => `key-${index}`);
  const cutter = (async () => {
    for (let round = 0; round < 25; round++) await cutAll(name);
  })();
  const outcomes = new Map<string, PromiseSettledResult<void>>();
  const pending = [...keys];
  const worker = async () => {
    for (let key = pending.shift(); key; key = pending.shift()) {
      const [outcome] = await Promise.allSettled([note(key)]);
      outcomes.set(key, outcome);
    }
  };
  await Promise.all([cutter, ...Array.from({ length: 24 }, worker)]);

  const rows = await noted();
  const lost = keys.filter((key) => outcomes.get(key)?.status === 'fulfilled' && !rows.has(key));
  expect(lost).toEqual([]);
  expect([...rows.values()].every((times) => times === 1)).toBe(true);
  const refused = [...outcomes.values()].filter((each) => each.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  await expect(Promise.all(keys.slice(0, 50).map(() => note(randomUUID())))).resolves.toBeDefined();
});

test('a transaction whose connection was cut between two statements sends nothing more', async () => {
  const { db, name } = await database();
  afterAll(db.close);
  const reached: string[] = [];
  const work = db.asPlatform(async (tx) => {
    await tx`select 1`;
    await cutAll(name);
    await expect
      .poll(() =>
        tx`select 1`.then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    reached.push('after the cut');
    await tx`select 2`;
    reached.push('never');
  });
  await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(reached).not.toContain('never');
  await expect(db.asPlatform((tx) => tx`select 1`)).resolves.toHaveLength(1);
});

test('who waits too long for a connection is refused as overloaded, and the others go on', async () => {
  const db = openDb({ url: await cloneDatabase(), max: 2, connectionTimeoutMillis: 2_000 });
  afterAll(db.close);
  const hold = Promise.withResolvers<void>();
  const held = [1, 2].map(() => db.asPlatform(() => hold.promise));
  await expect(db.asPlatform((tx) => tx`select 1`)).rejects.toMatchObject({ code: 'OVERLOADED' });
  const next = db.asPlatform((tx) => tx`select 1`);
  hold.resolve();
  await expect(Promise.all([...held, next])).resolves.toHaveLength(3);
});

test('who comes while others have waited long is refused at once, and the others go on', async () => {
  const crowdedMs = 50;
  const db = openDb({
    url: await cloneDatabase(),
    max: 2,
    connectionTimeoutMillis: 60_000,
    crowdedMs,
  });
  afterAll(db.close);
  const hold = Promise.withResolvers<void>();
  const held = [1, 2].map(() => db.asPlatform(() => hold.promise));
  let settled = 0;
  const waiting = Array.from({ length: 20 }, () =>
    db
      .asPlatform((tx) => tx`select 1`)
      .finally(() => {
        settled += 1;
      }),
  );
  const began = performance.now();
  const refused = () =>
    db
      .asPlatform(async () => 'let in')
      .catch((error) => `${error.code} ${error.headers['retry-after']}`);
  await expect.poll(() => performance.now() - began).toBeGreaterThan(crowdedMs);
  expect(await refused()).toBe('OVERLOADED 1');
  expect(settled).toBe(0);
  hold.resolve();
  await expect(Promise.all([...held, ...waiting])).resolves.toHaveLength(22);
  expect(await refused()).toBe('let in');
});

/** Begins transactions of a tenant that last until they are called off, and says how many have begun. */
function hold(db: Db, tenantUuid: string, count: number) {
  const gate = Promise.withResolvers<void>();
  const state = { begun: 0, refused: 0, end: gate.resolve };
  const work = async () => {
    state.begun += 1;
    await gate.promise;
  };
  const refuse = () => {
    state.refused += 1;
  };
  const all = Array.from({ length: count }, () =>
    db.asTenant(tenantUuid, system, work).catch(refuse),
  );
  return Object.assign(state, { done: Promise.all(all) });
}

test('a tenant that takes all it can leaves others a place at once, and while others wait it has half of the connections', async () => {
  const url = await cloneDatabase();
  const db = openDb({ url, max: 8, connectionTimeoutMillis: 3_000, crowdedMs: 1_500 });
  afterAll(db.close);
  const [greedy, other] = [randomUUID(), randomUUID()];
  const first = hold(db, greedy, 30);
  await expect.poll(() => first.begun).toBe(6);
  const ask = () => db.asTenant(other, system, (tx) => tx`select 1`);
  await expect(Promise.all(Array.from({ length: 20 }, ask))).resolves.toHaveLength(20);
  await expect(db.asPlatform((tx) => tx`select 1`)).resolves.toHaveLength(1);

  // Those of the greedy one are refused; nobody else is.
  await expect
    .poll(() => db.asTenant(greedy, system, (tx) => tx`select 1`).catch(({ code }) => code))
    .toBe('OVERLOADED');
  await expect(ask()).resolves.toHaveLength(1);
  await expect.poll(() => first.refused).toBe(24);
  first.end();
  await first.done;

  // Where nobody's patience ends meanwhile.
  const patient = openDb({ url, max: 8, connectionTimeoutMillis: 60_000, crowdedMs: 60_000 });
  afterAll(patient.close);
  const held = hold(patient, greedy, 6);
  await expect.poll(() => held.begun).toBe(6);
  const theirs = hold(patient, other, 6);
  await expect.poll(() => theirs.begun).toBe(2);
  const again = hold(patient, greedy, 6);
  held.end();
  await expect.poll(() => [theirs.begun, again.begun]).toEqual([4, 4]);
  theirs.end();
  again.end();
  await Promise.all([held, theirs, again].map(({ done }) => done));
  expect(held.refused + theirs.refused + again.refused).toBe(0);
});

async function makeUser(db: Db) {
  const [tenantUuid, userUuid] = [randomUUID(), randomUUID()];
  await db.asPlatform(async (tx) => {
    await tx`insert into tenants (tenant_uuid, name, code) values (${tenantUuid}, 'T', ${tenantUuid})`;
    await tx`insert into accounts (tenant_uuid, user_uuid, email, roles, display_name)
      values (${tenantUuid}, ${userUuid}, ${`${userUuid}@a.example`}, ${['TENANT_STAFF']}, 'T')`;
  });
  return { ...system, tenantUuid, homeTenantUuid: tenantUuid, userUuid, sessionUuid: null };
}

test('transactions of several tenants keep apart, and all end when the database ends their connections', async () => {
  const { db, name } = await database();
  afterAll(db.close);
  const users = await Promise.all(Array.from({ length: 4 }, () => makeUser(db)));
  const whose = (principal: (typeof users)[number]) =>
    db
      .readTenant(
        principal,
        (tx) => tx<{ uuids: string[] }[]>`
          select array_agg(tenant_uuid) as uuids, pg_sleep(random() * 0.002) from accounts`,
      )
      .then(([row]) => row?.uuids);
  const ask = async (index: number) => {
    const principal = users[index % users.length] as (typeof users)[number];
    expect(await whose(principal)).toEqual([principal.tenantUuid]);
  };
  await Promise.all(Array.from({ length: 400 }, (_, index) => ask(index)));

  const cutter = (async () => {
    for (let round = 0; round < 10; round++) await cutAll(name);
  })();
  const outcomes = await Promise.allSettled(Array.from({ length: 600 }, (_, index) => ask(index)));
  await cutter;
  const codes = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  const cut = ['57P01', 'UNAVAILABLE', 'EPIPE', 'ECONNRESET'];
  expect(codes.filter((code) => !cut.includes(code))).toEqual([]);
  await expect
    .poll(() =>
      ask(1).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('answered');
});

test('when the database falls silent, every transaction ends all the same, and goes on with it later', async () => {
  const url = await overTcp(await cloneDatabase());
  const wire = await startWire(Number(url.port));
  url.port = String(wire.port);
  const db = openDb({ url: url.href, max: 3, connectionTimeoutMillis: 400, query_timeout: 500 });
  afterAll(async () => {
    await Promise.all([db.close(), patient.close()]);
    wire.stop();
  });
  const patient = openDb({ url: url.href, max: 1 });
  const ask = (of = db) => of.asPlatform((tx) => tx`select 1`);
  // On a busy machine connections take longer than that to open.
  const warm = () => Promise.all([ask(), ask(), ask(), ask(patient)]);
  await vi.waitFor(warm, { timeout: 60_000 });
  wire.freeze();
  let patientEnded = false;
  const other = ask(patient)
    .catch(() => undefined)
    .finally(() => {
      patientEnded = true;
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => ask()));
  const codes = outcomes.map((each) => each.status === 'rejected' && each.reason.code);
  expect(new Set(codes)).toEqual(new Set(['UNAVAILABLE', 'OVERLOADED']));
  // By their own limits: with those that a server has, one waits on.
  expect(patientEnded).toBe(false);
  wire.thaw();
  await other;
  await expect
    .poll(() =>
      ask().then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('answered');
});

test('a migration that was cut off leaves nothing half done, and the next run completes it', async () => {
  const name = `cut_${randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${name} owner atrium`);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  const cutOff = migrate(url.href, (file) => {
    if (file.startsWith('0003')) void cutAll(name).send();
  });
  await expect(cutOff).rejects.toThrow();

  await migrate(url.href);
  const [second, whole] = [openSql(url.href), openSql(await cloneDatabase())];
  afterAll(() => Promise.all([second.end(), whole.end()]));
  expect(await dumpSchema(second)).toBe(await dumpSchema(whole));
});

/** A line to a local port that can be frozen: connections stay, and nothing passes. */
async function startWire(to: number) {
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [sockets.delete(socket), other.destroy()]);
      socket.pipe(other);
      if (frozen) socket.unpipe(other).pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Drops the bytes that were on the line; new connections pass. */
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.destroy();
    },
    stop: () => server.close(),
  };
}
