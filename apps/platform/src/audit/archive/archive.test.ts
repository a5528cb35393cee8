import { randomUUID } from 'node:crypto';
import { createLogger } from '@atrium/kit/logging.ts';
import { exportJWK, generateKeyPair } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { ageTrail, passTrails, sealTrails } from '../../../test-support/aged-trail.ts';
import type { Client } from '../../../test-support/client.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import { uuidOf } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';
import { createTokenIssuer } from '../../auth/token-issuer.ts';
import { system } from '../../database/principal.ts';
import { recordEvent } from '../../events.ts';
import type { OutboxEvent } from '../../outbox/relay.ts';
import { checkChains } from '../check-chains.ts';
import { archiveTrails } from './archive-trails.ts';
import { deliverArchived } from './deliver-archived.ts';
import { createHeads } from './heads.ts';
import { findPart } from './parts.ts';
import { readPart } from './read-part.ts';

const w = await world({}, { own: true });
const { archive, objects } = w.services;
const log: Record<string, unknown>[] = [];
const logger = createLogger('test', 'info', { write: (line) => log.push(JSON.parse(line)) });
const [months, inPart] = [12, 5];

let tenantUuid: string;
let admin: Client;
let contactUuid: string;
beforeEach(async () => {
  const tenant = await w.tenant();
  tenantUuid = tenant.tenantUuid;
  admin = await tenant.as('TENANT_ADMIN');
});

const ageBy = (time: string) => ageTrail(w, tenantUuid, time);
const seal = () => sealTrails(w);
const passAll = () => passTrails(w);

/** Checks all of every chain, and answers what was logged of this tenant's. */
async function check(heads = archive.heads) {
  await w.db.asPlatform(
    (tx) => tx`update audit_checks set checked_at = checked_at - interval '8 days'`,
  );
  log.length = 0;
  await checkChains(w.db, logger, { objects, heads }, 3);
  return log.find((line) => line.tenantUuid === tenantUuid);
}

const run = (means: object = {}) =>
  archiveTrails({ db: w.db, logger, ...archive, ...means }, months, inPart);

const stored = async () => (await objects.list(`${tenantUuid}/`)).map(({ key }) => key).toSorted();
const countEvents = async () => {
  const [row] = await w.db.asPlatform(
    (tx) => tx<[{ inDatabase: number; archived: number }]>`
      select (select count(*)::int from events where tenant_uuid = ${tenantUuid}) as in_database,
             (select coalesce(sum(last_sequence - first_sequence + 1), 0)::int
                from audit_archives where tenant_uuid = ${tenantUuid}) as archived`,
  );
  return row;
};

async function rename(firstName: string): Promise<void> {
  const { status } = await admin.put(`/api/contacts/${contactUuid}`, { firstName });
  expect(status).toBe(200);
}

/** Makes a trail of three months: two that may go, the other of the day before yesterday. */
async function makeTrail(youngest = '2 days') {
  const input = contactInput(tenantUuid, uuidOf(admin));
  contactUuid = (await admin.post('/api/contacts', input)).body.contactUuid;
  for (const name of ['Ana', 'Berta', 'Clara']) await rename(name);
  await admin.post('/api/webhook-endpoints', { url: 'https://hooks.example.com/x' });
  await admin.get('/api/audit/export');
  await ageBy('30 months');
  for (const name of ['Dora', 'Elena']) await rename(name);
  await w.db.asTenant(tenantUuid, { actorType: 'CONTACT', actorId: contactUuid }, (tx) =>
    recordEvent(tx, { eventType: 'contact.viewed', entityType: 'CONTACT', entityId: contactUuid }),
  );
  await ageBy('29 months');
  await rename('Flora');
  await ageBy(youngest);
  await seal();
}

/** Makes such a trail, which is checked, passed by all who read it, and archived. */
async function archived(youngest?: string) {
  await makeTrail(youngest);
  await check();
  await passAll();
  await run();
}

const upTo = `to=${Temporal.Now.instant().subtract({ hours: 24 }).toString().slice(0, 19)}`;

/** Follows a list by its cursors, so many at a time. */
async function follow(path: string, size: number): Promise<object[]> {
  const content: object[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const {
      status,
      body,
    }: { status: number; body: { content: object[]; nextCursor: string | null } } = await admin.get(
      `${path}&size=${size}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    expect(status).toBe(200);
    content.push(...body.content);
    cursor = body.nextCursor;
  }
  return content;
}

/** Returns what is told of the trail in every place, as texts. */
async function answers(): Promise<Record<string, string>> {
  const month = Temporal.Now.plainDateISO('UTC').subtract({ months: 30 }).toString().slice(0, 7);
  const lists = {
    all: '',
    ofContact: `&entityId=${contactUuid.toUpperCase()}&entityType=CONTACT`,
    ofActor: `&actorId=${contactUuid}`,
    ofType: '&eventType=contact.updated',
    ofNone: `&entityId=${randomUUID()}`,
    aPart: `&from=${month}-01T00:00:00Z&eventType=contact.updated`,
  };
  const found: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(lists)) {
    found[name] = await follow(`/api/audit?${upTo}${query}`, 200);
    expect(await follow(`/api/audit?${upTo}${query}`, 2), name).toEqual(found[name]);
  }
  const next = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
  for (const path of ['export', 'history-export'])
    for (const range of [upTo, `${upTo}&from=${next}-01T00:00:00`, `to=${next}-01T00:00:00Z`])
      found[`${path} ${range}`] = (await admin.get(`/api/audit/${path}?${range}`)).body;
  const timeline = `/api/timeline?entityType=CONTACT&entityUuid=${contactUuid}`;
  found.timeline = await follow(timeline, 100);
  expect(await follow(timeline, 2)).toEqual(found.timeline);
  found.history = await follow(`/api/history?entityType=CONTACT&entityUuid=${contactUuid}`, 100);
  const { collectedAt: _, ...held } = (
    await admin.get(`/api/contacts/${contactUuid}/personal-data`)
  ).body;
  found.held = held;
  found.access = (await admin.get('/api/access-review')).body.filter(
    ({ kind }: { kind: string }) => kind === 'ENDPOINT',
  );
  const usage = await (await w.systemAdmin()).get(`/api/platform/usage?month=${month}`);
  const own = usage.body.find((each: { tenantUuid: string }) => each.tenantUuid === tenantUuid);
  found.usage = own.events;
  return Object.fromEntries(
    Object.entries(found).map(([name, answer]) => [name, JSON.stringify(answer)]),
  );
}

describe('archived months', () => {
  test('are told everywhere just as before, though the database has them no more', async () => {
    await makeTrail();
    await w.db.asPlatform(
      (tx) => tx`
        update tenants set created_at = now() - interval '5 years' where tenant_uuid = ${tenantUuid}`,
    );
    const before = await answers();
    expect(JSON.parse(before.all ?? '').length).toBeGreaterThan(10);
    expect(JSON.parse(before.access ?? '')).toMatchObject([{ ownerUuid: uuidOf(admin) }]);
    expect(before.all).toContain('"address":"');
    await check();
    await passAll();
    await run();
    expect((await countEvents()).archived).toBeGreaterThan(inPart);
    const left = await w.db.asPlatform(
      (tx) => tx`
        select from events where tenant_uuid = ${tenantUuid} and occurred_at < now() - interval '2 years'`,
    );
    expect(left).toHaveLength(0);
    // A part for so many events and another for each month.
    expect((await stored()).length).toBeGreaterThan(2);
    const [row] = await w.db.asPlatform(
      (tx) => tx<[{ until: number }]>`
        select extract(epoch from max(last_at))::float8 as until from audit_archives`,
    );
    const figure = w.services.registry.getSingleMetric('audit_archived_until_seconds');
    expect((await figure?.get())?.values[0]?.value).toBeCloseTo(row.until, 3);
    const after = await answers();
    for (const [name, answer] of Object.entries(before)) expect(after[name], name).toBe(answer);
    expect(await check()).toMatchObject({ level: 'info', msg: 'an audit trail is whole' });
  });

  test('are of their tenant alone', async () => {
    await archived();
    const [part] = await w.db.asPlatform(
      (tx) => tx`select * from audit_archives where tenant_uuid = ${tenantUuid}`,
    );
    const other = await w.tenant();
    const stranger = await other.as('TENANT_ADMIN');
    expect((await stranger.get(`/api/audit?entityId=${contactUuid}`)).body.content).toEqual([]);
    const rows = await w.db.asTenant(
      other.tenantUuid,
      system,
      (tx) => tx`select from audit_archives`,
    );
    expect(rows).toHaveLength(0);
    // Whoever writes to the database still gives nobody the events of another.
    await w.db.asPlatform(
      (tx) =>
        tx`insert into audit_archives ${tx({ ...part, tenantUuid: other.tenantUuid } as never)}`,
    );
    const answer = await stranger.get('/api/audit');
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      500,
      expect.not.stringContaining(contactUuid),
    ]);
    await w.db.asPlatform(
      (tx) => tx`delete from audit_archives where tenant_uuid = ${other.tenantUuid}`,
    );
  });

  test('have what is chained late in a later part, in its place by time', async () => {
    await archived('29 months');
    const { archived: first } = await countEvents();
    const update = () =>
      w.db.asTenant(tenantUuid, system, (tx) =>
        recordEvent(tx, {
          eventType: 'contact.updated',
          entityType: 'CONTACT',
          entityId: contactUuid,
        }),
      );
    for (const time of ['28 months', '30 months']) {
      await update();
      await ageBy(time);
      await seal();
    }
    const [before, exported] = [
      await follow(`/api/audit?${upTo}`, 3),
      (await admin.get(`/api/audit/export?${upTo}`)).body,
    ];
    expect(await check()).toMatchObject({ level: 'info' });
    await passAll();
    await run();
    expect((await countEvents()).archived).toBe(first + 2);
    expect(await follow(`/api/audit?${upTo}`, 3)).toEqual(before);
    expect((await admin.get(`/api/audit/export?${upTo}`)).body).toBe(exported);
    expect(await check()).toMatchObject({ level: 'info' });
  });

  test('lose with an erased person where their events came from', async () => {
    await makeTrail();
    await w.db.asPlatform(
      (tx) => tx`
        insert into event_origins (tenant_uuid, event_uuid, address)
        select tenant_uuid, event_uuid, '192.0.2.7' from events
         where tenant_uuid = ${tenantUuid} and actor_id = ${contactUuid}`,
    );
    await check();
    await passAll();
    await run();
    const theirs = async () => follow(`/api/audit?actorId=${contactUuid}`, 50);
    expect(await theirs()).toMatchObject([{ address: '192.0.2.7' }]);
    const answer = await admin.post(`/api/contacts/${contactUuid}/erase`, { reason: 'Asked' });
    expect([answer.status, answer.body.removed.origins]).toEqual([200, 1]);
    expect(await theirs()).toMatchObject([{ address: null, actorName: null }]);
  });

  test('go to analytics again after a restore, once outgoing work goes on', async () => {
    await archived();
    const { archived: count } = await countEvents();
    await w.db.asPlatform(
      (tx) => tx`update audit_archives set deliver_again = tenant_uuid = ${tenantUuid}`,
    );
    const delivered: OutboxEvent[] = [];
    const deliver = async (events: OutboxEvent[]) => {
      delivered.push(...events);
      return events.map(() => ({ refusal: null }));
    };
    const means = { db: w.db, objects, deliver };
    await deliverArchived({ ...means, isPaused: async () => true });
    expect(delivered).toEqual([]);
    for (let times = 0; times < 2; times++)
      await deliverArchived({ ...means, isPaused: async () => false });
    expect(delivered).toHaveLength(count);
    expect(new Set(delivered.map(({ eventId }) => eventId)).size).toBe(count);
    expect(delivered.find(({ eventType }) => eventType === 'contact.created')).toMatchObject({
      tenantId: tenantUuid,
      entityId: contactUuid,
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });
});

describe('what is archived', () => {
  test('is nothing when no months are set', async () => {
    await makeTrail();
    await check();
    await passAll();
    await archiveTrails({ db: w.db, logger, ...archive }, 0);
    expect(await stored()).toEqual([]);
  });

  test('is only what the last check found whole', async () => {
    await makeTrail();
    await passAll();
    await run();
    expect(await stored()).toEqual([]);
    const [event] = await w.db.asPlatform(
      (tx) => tx`
        update events e set attributes = '{"n": "9"}' from audit_chain c
         where c.tenant_uuid = ${tenantUuid} and c.sequence = 2 and e.tenant_uuid = c.tenant_uuid
           and e.event_uuid = c.event_uuid returning e.event_uuid`,
    );
    expect(event).toBeTruthy();
    expect(await check()).toMatchObject({ level: 'error', sequence: 2 });
    await run();
    expect(await stored()).toEqual([]);
  });

  test('is only what every reader of events has passed', async () => {
    await makeTrail();
    await check();
    const [reached] = await w.db.asPlatform(
      (tx) => tx<[{ recordedIn: string; eventUuid: string }]>`
        select e.recorded_in, e.event_uuid from events e join audit_chain c using (tenant_uuid, event_uuid)
         where c.tenant_uuid = ${tenantUuid} and c.sequence = 3`,
    );
    for (const behind of ['outbox_position', 'webhook_position']) {
      await passAll();
      await w.db.asPlatform(
        (tx) => tx`
          update ${tx(behind)} set delivered = '3:3:', reading = null, last_in = ${reached.recordedIn},
                 last_uuid = ${reached.eventUuid}`,
      );
      await run();
      expect(await countEvents(), behind).toMatchObject({ archived: 3 });
    }
    await passAll();
    await run();
    expect((await countEvents()).archived).toBeGreaterThan(5);
    expect(await check()).toMatchObject({ level: 'info' });
  });

  test('is neither lost nor doubled by who is cut off between object and database', async () => {
    await makeTrail();
    await check();
    await passAll();
    const [before, { inDatabase }] = [await follow(`/api/audit?${upTo}`, 50), await countEvents()];
    const write = async (key: string, content: Buffer, type: string) => {
      await objects.write(key, content, type);
      throw new Error('cut off');
    };
    await expect(run({ objects: { ...objects, write } })).rejects.toThrow('cut off');
    expect(log).toContainEqual(
      expect.objectContaining({ tenantUuid, msg: 'an audit trail could not be archived' }),
    );
    expect(await countEvents()).toEqual({ inDatabase, archived: 0 });
    expect(await stored()).toHaveLength(1);
    const damaged = async (key: string, content: Buffer, type: string) =>
      objects.write(key, content.subarray(1), type);
    await expect(run({ objects: { ...objects, write: damaged } })).rejects.toThrow('was changed');
    expect(await countEvents()).toEqual({ inDatabase, archived: 0 });
    // Two at once: one moves each part.
    await Promise.allSettled([run(), run()]);
    await run();
    expect(await follow(`/api/audit?${upTo}`, 50)).toEqual(before);
    expect(await check()).toMatchObject({ level: 'info' });
    const keys = await w.db.asPlatform(
      (tx) => tx<{ objectKey: string }[]>`
        select object_key from audit_archives where tenant_uuid = ${tenantUuid} order by object_key`,
    );
    expect(keys.map(({ objectKey }) => objectKey)).toEqual(await stored());
  });
});

describe('an archived part that was altered', () => {
  const partAt = async (sequence: number) => {
    const part = await w.db.asPlatform((tx) => findPart(tx, tenantUuid, sequence));
    if (!part) throw new Error('There is no such part');
    return part;
  };
  const cases: [string, (key: string, other: string) => Promise<unknown>][] = [
    ['is missing', (key) => objects.remove([key])],
    ['has other bytes', (key) => objects.write(key, Buffer.from('{}'), 'application/gzip')],
    [
      'is another part',
      async (key, other) =>
        objects.write(key, (await objects.read(other)) ?? Buffer.alloc(0), 'application/gzip'),
    ],
    [
      'is another part by its row as well',
      (key, other) =>
        w.db.asPlatform(
          (tx) => tx`
            update audit_archives a set object_key = o.object_key, sha256 = o.sha256 from audit_archives o
             where a.object_key = ${key} and o.object_key = ${other}`,
        ),
    ],
    [
      'has a head that nobody signed',
      (key) =>
        w.db.asPlatform(
          (tx) => tx`
            update audit_archives set signed_head = replace(signed_head, '.', '.e30') where object_key = ${key}`,
        ),
    ],
    [
      'has no row',
      (key) =>
        w.db.asPlatform(async (tx) => {
          await tx`
            delete from audit_archive_ids i using audit_archives a
             where a.object_key = ${key} and i.tenant_uuid = a.tenant_uuid
               and i.first_sequence = a.first_sequence`;
          await tx`delete from audit_archives where object_key = ${key}`;
        }),
    ],
  ];

  test.each(cases)('is found when it %s', async (title, alter) => {
    await archived();
    const [first, second] = [await partAt(1), await partAt(inPart + 1)];
    await alter(second.objectKey, first.objectKey);
    expect(await check()).toMatchObject({ level: 'error', sequence: inPart + 1 });
    if (title !== 'has no row' && title !== 'has a head that nobody signed') {
      expect((await admin.get(`/api/audit?entityId=${contactUuid}&size=200`)).status).toBe(500);
      await expect(readPart(objects, await partAt(inPart + 1))).rejects.toThrow(
        'the archived part',
      );
    }
    expect((await admin.get('/api/audit?size=2')).status).toBe(200);
  });

  test('is no part whose head a former key signed; it is signed anew', async () => {
    await archived();
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const formerKey = JSON.parse(w.config.tokens.signingKey);
    const issuer = (otherKeys: string) =>
      exportJWK(privateKey).then((jwk) =>
        createTokenIssuer({
          ...w.config.tokens,
          signingKey: JSON.stringify({ ...jwk, kty: 'OKP', crv: 'Ed25519' }),
          otherKeys,
        }),
      );
    const alone = createHeads(await issuer('[]'));
    expect(await check(alone)).toMatchObject({ level: 'error', sequence: 1 });
    const both = createHeads(await issuer(JSON.stringify([{ ...formerKey, d: undefined }])));
    expect(await check(both)).toMatchObject({ level: 'info' });
    expect(await check(alone)).toMatchObject({ level: 'info' });
  });
});
