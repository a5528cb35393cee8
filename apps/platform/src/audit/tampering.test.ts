import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@atrium/kit/logging.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { world } from '../../test-support/world.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { forgetHistory } from '../forget-history.ts';
import { nobody } from '../outbox/position.ts';
import { checkChains } from './check-chains.ts';
import { sealEvents } from './seal-events.ts';

const w = await world({}, { own: true });
const log: Record<string, unknown>[] = [];
const logger = createLogger('test', 'info', { write: (line) => log.push(JSON.parse(line)) });
const directory = mkdtempSync(join(tmpdir(), 'atrium-audit-'));
afterAll(() => rmSync(directory, { recursive: true }));
const cli = join(import.meta.dirname, '../../../../apps/admin/src/main.ts');

let tenantUuid: string;
let admin: Client;
beforeEach(async () => {
  const tenant = await w.tenant();
  tenantUuid = tenant.tenantUuid;
  admin = await tenant.as('TENANT_ADMIN');
  await record(6);
  await seal();
});

async function record(count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await w.db.asTenant(tenantUuid, system, (tx) =>
      recordEvent(tx, {
        eventType: 'contact.updated',
        entityType: 'CONTACT',
        entityId: randomUUID(),
        attributes: { n: String(n) },
      }),
    );
}

const seal = () => w.db.asPlatform((tx) => sealEvents(tx, 1_000));
const head = async () => (await admin.get('/api/audit/head')).body;

async function exported(query = ''): Promise<string[]> {
  const { status, body, headers } = await admin.get(`/api/audit/export${query}`);
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  return String(body).split('\n').filter(Boolean);
}

/** Runs the command on a file of these lines. */
function verify(lines: string[], ...options: string[]) {
  const file = join(directory, `${randomUUID()}.ndjson`);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return new Promise<{ code: number; out: string }>((resolve) =>
    execFile(process.execPath, [cli, 'audit', 'verify', file, ...options], (error, out) =>
      resolve({ code: error ? Number(error.code) : 0, out }),
    ),
  );
}

/** Checks all chains a week later, and answers what was logged of this tenant's. */
async function check() {
  await letDaysPass(7);
  return checkToday();
}

async function letDaysPass(days: number): Promise<void> {
  await w.db.asPlatform(
    (tx) => tx`update audit_checks set checked_at = checked_at - make_interval(days => ${days})`,
  );
}

async function checkToday() {
  log.length = 0;
  await checkChains(w.db, logger, w.services.archive);
  return log.find((line) => line.tenantUuid === tenantUuid);
}

async function brokenChains(): Promise<number> {
  const { body } = await w.anonymous.get('/metrics');
  return Number(/^atrium_audit_chain_broken (\d+)$/m.exec(body)?.[1]);
}

describe('an export', () => {
  test('has the chain as the reading shows it, is verified without the server, and is recorded', async () => {
    const { sequence, hash } = await head();
    const lines = await exported();
    const { body } = await admin.get('/api/audit?size=200');
    const shown = body.content.map(
      ({
        actorName: _,
        entityName: __,
        address: ___,
        userAgent: ____,
        ...event
      }: Record<string, unknown>) => event,
    );
    const whole = lines.map((line) => JSON.parse(line));
    expect(whole).toEqual(shown.filter((each: { hash: unknown }) => each.hash).toReversed());
    expect(await verify(lines, '--head', hash)).toEqual({
      code: 0,
      out: `${sequence} events, 1 to ${sequence}, are as they were chained. Head: ${hash}\n`,
    });
    const [event] = (await admin.get('/api/audit?eventType=export.completed')).body.content;
    expect(event).toMatchObject({
      actorId: admin.identity['x-user-id'],
      attributes: { list: 'audit', format: 'ndjson', rowCount: String(lines.length) },
    });
    const older = JSON.parse(lines[3] ?? '').hash;
    expect((await verify(lines, '--head', older)).code).toBe(0);
  });

  test('of a stretch of time is a part of the chain and verified as one', async () => {
    await w.db.asTenant(tenantUuid, system, async (tx) => {
      await tx`select set_config('atrium.change_time', '2100-01-01T00:00:00Z', true)`;
      for (const n of '123')
        await recordEvent(tx, {
          eventType: 'contact.updated',
          entityType: 'CONTACT',
          entityId: null,
          attributes: { n },
        });
    });
    await seal();
    const lines = await exported('?from=2099-01-01T00:00:00Z&to=2101-01-01T00:00:00');
    expect(lines).toHaveLength(3);
    const first = JSON.parse(lines[0] ?? '');
    expect(first.previousHash).toBe(JSON.parse((await exported()).at(-4) ?? '').hash);
    expect((await verify(lines)).code).toBe(0);
    const changed = lines.with(0, JSON.stringify({ ...first, eventType: 'contact.created' }));
    expect(await verify(changed)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^line 1:/),
    });
    expect(await verify(lines.slice(1))).toMatchObject({ code: 1 });
    expect(await exported('?from=2101-01-01T00:00:00')).toEqual([]);
    expect((await verify([])).code).toBe(0);
    expect((await admin.get('/api/audit/export?from=x')).body.errors[0].field).toBe('from');
  });

  test('that was altered is found, with the number of the first bad line', async () => {
    const lines = await exported();
    const { hash } = await head();
    const [one = '', two = '', three = ''] = lines.slice(2, 5);
    const altered = (change: object) => JSON.stringify({ ...JSON.parse(one), ...change });
    const cases: [string[], number, string?][] = [
      [lines.with(2, altered({ attributes: { n: '7' } })), 3],
      [lines.with(2, altered({ actorId: randomUUID() })), 3],
      [lines.with(2, altered({ comment: 'x' })), 3],
      [lines.with(2, '{'), 3],
      [lines.toSpliced(2, 1), 3],
      [lines.toSpliced(0, 1), 1],
      [lines.toSpliced(3, 0, altered({ sequence: 4 })), 4],
      [lines.toSpliced(2, 3, two, one, three), 3],
      [lines.slice(0, -1), lines.length, hash],
    ];
    const answers = await Promise.all(
      cases.map(([file, , known]) => verify(file, ...(known ? ['--head', known] : []))),
    );
    expect(answers.map(({ code, out }) => [code, Number(/^line (\d+):/.exec(out)?.[1])])).toEqual(
      cases.map(([, line]) => [1, line]),
    );
    expect((await verify(lines, '--head', 'abc')).code).toBe(2);
  });
});

describe('a database that was altered', () => {
  /** An event and its number in the chain. */
  const numbered = (tx: Tx, sequence: number) => tx`
    (select event_uuid from audit_chain where tenant_uuid = ${tenantUuid} and sequence = ${sequence})`;
  const cases: [string, number, (tx: Tx) => Promise<unknown>][] = [
    [
      'an attribute',
      4,
      (tx) => tx`
        update events set attributes = '{"n": "9"}' where event_uuid = ${numbered(tx, 4)}`,
    ],
    [
      'the time',
      4,
      (tx) => tx`
        update events set occurred_at = occurred_at - interval '1 day'
         where event_uuid = ${numbered(tx, 4)}`,
    ],
    ['a removed event', 5, (tx) => tx`delete from events where event_uuid = ${numbered(tx, 5)}`],
    [
      'an event removed with its number',
      5,
      async (tx) => {
        await tx`delete from events where event_uuid = ${numbered(tx, 5)}`;
        await tx`delete from audit_chain where tenant_uuid = ${tenantUuid} and sequence = 5`;
      },
    ],
    [
      'an inserted event',
      4,
      async (tx) => {
        await tx`
          update audit_chain set sequence = sequence + 1000 where tenant_uuid = ${tenantUuid} and sequence >= 4`;
        await tx`
          update audit_chain set sequence = sequence - 999 where tenant_uuid = ${tenantUuid} and sequence >= 1000`;
        await tx`
          insert into audit_chain (tenant_uuid, sequence, event_uuid, occurred_at, hash)
          select tenant_uuid, 4, ${randomUUID()}, occurred_at, hash from audit_chain
           where tenant_uuid = ${tenantUuid} and sequence = 3`;
        await tx`
          insert into events (tenant_uuid, recorded_in, event_uuid, event_type, occurred_at, actor_type)
          select c.tenant_uuid, '3', c.event_uuid, 'contact.deleted', c.occurred_at, 'SYSTEM'
            from audit_chain c where c.tenant_uuid = ${tenantUuid} and c.sequence = 4`;
        await tx`update audit_heads set sequence = sequence + 1 where tenant_uuid = ${tenantUuid}`;
      },
    ],
    [
      'a swapped pair',
      3,
      async (tx) => {
        const swap = (from: number, to: number) => tx`
          update audit_chain set sequence = ${to} where tenant_uuid = ${tenantUuid} and sequence = ${from}`;
        await swap(3, 999);
        await swap(4, 3);
        await swap(999, 4);
      },
    ],
  ];

  test.each(cases)('is found by %s', async (_title, sequence, alter) => {
    expect(await check()).toMatchObject({ level: 'info', hash: (await head()).hash });
    const before = await brokenChains();
    await w.db.asPlatform(alter);
    expect(await check()).toMatchObject({ level: 'error', sequence, fault: expect.any(String) });
    expect(await brokenChains()).toBe(before + 1);
    const { code, out } = await verify(await exported());
    expect([code, Number(/^line (\d+):/.exec(out)?.[1])]).toEqual([1, sequence]);
  });

  test('is found within a week behind what was checked, and the next day after it', async () => {
    const passed = 4;
    await check();
    await record(3);
    await seal();
    const { sequence } = await head();
    await w.db.asPlatform(
      (tx) => tx`
        update events set attributes = '{"n": "9"}'
         where event_uuid in (${numbered(tx, passed)}, ${numbered(tx, sequence - 1)})`,
    );
    expect(await checkToday()).toMatchObject({ level: 'error', sequence: sequence - 1 });
    // Whatever is mended of it, what was found stays until the whole was gone through.
    await w.db.asPlatform(
      (tx) => tx`
        update events set attributes = '{"n": "2"}' where event_uuid = ${numbered(tx, sequence - 1)}`,
    );
    expect(await checkToday()).toMatchObject({ level: 'error', sequence: passed });
  });

  test('is looked for in what came since the last check, and in the whole once a week', async () => {
    await check();
    await w.db.asPlatform(
      (tx) => tx`
        update events set attributes = '{"n": "9"}' where event_uuid = ${numbered(tx, 3)}`,
    );
    await letDaysPass(1);
    expect(await checkToday()).toMatchObject({ level: 'info' });
    await letDaysPass(6);
    expect(await checkToday()).toMatchObject({ level: 'error', sequence: 3 });
  });

  test('is looked for in parts: who cuts a check of the whole off leaves it where it was', async () => {
    let isCut = false;
    const asPlatform: typeof w.db.asPlatform = async (work) => {
      if (isCut) throw new Error('cut off');
      const result = await w.db.asPlatform(work);
      isCut = (await walked()) >= 2;
      return result;
    };
    await letDaysPass(7);
    await expect(
      checkChains({ ...w.db, asPlatform }, logger, w.services.archive, 2),
    ).rejects.toThrow('cut off');
    expect(await walked()).toBe(2);
    await w.db.asPlatform(
      (tx) => tx`
        update events set attributes = '{"n": "9"}' where event_uuid = ${numbered(tx, 1)}`,
    );
    // What was passed is not looked at again before a week is over.
    expect(await checkToday()).toMatchObject({ level: 'info', hash: (await head()).hash });
    expect(await walked()).toBe(0);
    expect(await check()).toMatchObject({ level: 'error', sequence: 1 });
  });

  /** Returns how far the check of the tenant's whole trail is. */
  async function walked(): Promise<number> {
    const [row] = await w.db.asPlatform(
      (tx) => tx<{ sequence: number }[]>`
        select sequence from audit_walks where tenant_uuid = ${tenantUuid}`,
    );
    return row?.sequence ?? 0;
  }

  test('is found by the end that was cut off, and by a chain that was written anew', async () => {
    const { sequence, hash } = await head();
    await check();
    await w.db.asPlatform(async (tx) => {
      await tx`
        delete from events where tenant_uuid = ${tenantUuid} and event_uuid in (
          select event_uuid from audit_chain where tenant_uuid = ${tenantUuid} and sequence > 4)`;
      await tx`delete from audit_chain where tenant_uuid = ${tenantUuid} and sequence > 4`;
      await tx`
        update audit_heads h set sequence = 4, hash = c.hash from audit_chain c
         where h.tenant_uuid = ${tenantUuid} and c.tenant_uuid = ${tenantUuid} and c.sequence = 4`;
    });
    expect(await check()).toMatchObject({ sequence: 5, fault: 'the end was cut off' });
    expect((await verify(await exported())).code).toBe(0);
    expect(await verify(await exported(), '--head', hash)).toMatchObject({ code: 1 });
    await record(6);
    await seal();
    expect((await head()).sequence).toBeGreaterThan(sequence);
    expect(await check()).toMatchObject({ sequence, fault: 'the chain was written anew' });
  });

  test('is found by an event that was put behind the chain', async () => {
    await check();
    await w.db.asPlatform(
      (tx) => tx`
        insert into events (tenant_uuid, recorded_in, event_uuid, event_type, actor_type)
        values (${tenantUuid}, '3', ${randomUUID()}, 'contact.created', 'SYSTEM')`,
    );
    await seal();
    expect(await check()).toMatchObject({ fault: 'an event was inserted behind the chain' });
  });

  test('is found though a row says that the firm is being removed, which ends no trail by itself', async () => {
    await w.db.asPlatform(
      (tx) => tx`
        insert into tenant_purges (tenant_uuid, purged_tenant_uuid, actor_type, finished_at)
        values (${platformTenantUuid}, ${tenantUuid}, 'SYSTEM', now())`,
    );
    const { sequence } = await head();
    await record(2);
    await seal();
    expect((await head()).sequence).toBe(sequence + 2);
    const before = await brokenChains();
    await w.db.asPlatform((tx) => tx`delete from events where event_uuid = ${numbered(tx, 5)}`);
    expect(await check()).toMatchObject({ level: 'error', sequence: 5 });
    expect(await brokenChains()).toBe(before + 1);
  });

  test('is found by a head or a check whose firm is gone without the platform’s record', async () => {
    const [byHead, byCheck] = [randomUUID(), randomUUID()];
    const before = await brokenChains();
    await w.db.asPlatform(async (tx) => {
      await tx`
        insert into audit_heads (tenant_uuid, sequence, hash, sealed_at)
        select ${byHead}, sequence, hash, sealed_at from audit_heads where tenant_uuid = ${tenantUuid}`;
      await tx`
        insert into audit_checks (tenant_uuid, sequence, hash)
        select ${byCheck}, sequence, hash from audit_heads where tenant_uuid = ${tenantUuid}`;
    });
    await check();
    const gone = { level: 'error', fault: 'its firm is gone without a record of the removal' };
    for (const tenant of [byHead, byCheck])
      expect(log.find((line) => line.tenantUuid === tenant)).toMatchObject(gone);
    expect(await brokenChains()).toBe(before + 2);
    await w.db.asPlatform(async (tx) => {
      await tx`delete from audit_heads where tenant_uuid = ${byHead}`;
      await tx`delete from audit_checks where tenant_uuid in (${byHead}, ${byCheck})`;
    });
  });

  test('is found by a head that was taken away', async () => {
    await check();
    await w.db.asPlatform((tx) => tx`delete from audit_heads where tenant_uuid = ${tenantUuid}`);
    expect(await check()).toMatchObject({ level: 'error', fault: 'the end was cut off' });
  });

  test('shows by its lag that events stay unchained, whatever the position says', async () => {
    await w.db.asPlatform(
      (tx) => tx`
        insert into events (tenant_uuid, event_uuid, event_type, actor_type, recorded_at)
        values (${tenantUuid}, ${randomUUID()}, 'contact.created', 'SYSTEM', now() - interval '1 hour')`,
    );
    await w.db.asPlatform(
      (tx) => tx`
        update audit_position set delivered = pg_current_snapshot(), reading = null,
               last_in = pg_snapshot_xmax(pg_current_snapshot()), last_uuid = ${nobody}`,
    );
    const { body } = await w.anonymous.get('/metrics');
    expect(Number(/^audit_lag_seconds (\S+)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(3_600);
    expect(await check()).toMatchObject({ fault: 'an event was inserted behind the chain' });
  });
});

describe('an export of histories', () => {
  const change = (title: string) =>
    w.db.asTenant(tenantUuid, system, (tx) =>
      recordEvent(tx, {
        eventType: 'task.updated',
        entityType: 'TASK',
        entityId: randomUUID(),
        changes: [
          { field: 'title', before: 'Call', after: title },
          { field: 'details', before: null, after: 'x'.repeat(1_001) },
        ],
      }),
    );
  const histories = async () => {
    const { status, body, headers } = await admin.get('/api/audit/history-export');
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    return String(body).split('\n').filter(Boolean);
  };
  function verifyBoth(trail: string[], history: string[]) {
    const file = join(directory, `${randomUUID()}.ndjson`);
    writeFileSync(file, history.map((line) => `${line}\n`).join(''));
    return verify(trail, '--history', file);
  }

  test('is verified against the trail, with those whose values were erased', async () => {
    for (const title of ['One', 'Two', 'Three']) await change(title);
    expect(await histories()).toEqual([]);
    await seal();
    const [trail, lines] = [await exported(), await histories()];
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      ['One', 'Two', 'Three'].map((after) => ({
        entityType: 'TASK',
        salt: expect.stringMatching(/^[0-9a-f]{32}$/),
        changes: [
          { field: 'details', before: null, after: null, isLong: true },
          { field: 'title', before: 'Call', after },
        ],
      })),
    );
    expect(await verifyBoth(trail, lines)).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 changes are as they were recorded, of which 0 were erased'),
    });
    const { entityUuid } = JSON.parse(lines[1] ?? '');
    await w.db.asTenant(tenantUuid, system, (tx) => forgetHistory(tx, [entityUuid]));
    const erased = await histories();
    expect(JSON.parse(erased[1] ?? '')).toMatchObject({ entityUuid, salt: null, changes: null });
    expect(await verifyBoth(await exported(), erased)).toMatchObject({
      code: 0,
      out: expect.stringContaining('of which 1 were erased'),
    });
    const { body } = await admin.get('/api/audit?eventType=export.completed');
    expect(body.content.map((each: { attributes: object }) => each.attributes)).toContainEqual(
      expect.objectContaining({ list: 'history', format: 'ndjson', rows: '3' }),
    );
  });

  test('that was changed is found, whatever was changed', async () => {
    for (const title of ['One', 'Two']) await change(title);
    await seal();
    const [trail, [first = '', second = '']] = [await exported(), await histories()];
    const other = { ...JSON.parse(first), salt: '0'.repeat(32) };
    const cases: [lines: string[], line: number][] = [
      [[first.replace('"One"', '"Won"'), second], 1],
      [[first, second.replace('"Call"', 'null')], 2],
      [[first, second.replace('"title"', '"name"')], 2],
      [[JSON.stringify(other), second], 1],
      [[second, first], 1],
      [[second], 1],
      [[first], 2],
      [[], 1],
      [[first, second, second], 3],
      [[first.replace('"salt":"', '"salt":null,"more":"'), second], 1],
      [[first.replace(/"changes":.*/, '"changes":null}'), second], 1],
      [[first, 'nothing'], 2],
    ];
    const found = await Promise.all(cases.map(([lines]) => verifyBoth(trail, lines)));
    expect(found.map(({ code, out }) => [code, /history, line (\d+)/.exec(out)?.[1]])).toEqual(
      cases.map(([, line]) => [1, String(line)]),
    );
  });
});
