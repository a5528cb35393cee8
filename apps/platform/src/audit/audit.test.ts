import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { machine } from '../../test-support/machine.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import { recordEvent } from '../events.ts';
import type { TrailEvent } from './schemas.ts';
import { sealEvents } from './seal-events.ts';
import { startSealing } from './sealing.ts';

const w = await world({}, { own: true });
const zeros = '0'.repeat(64);
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
beforeEach(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
});

const seal = () => w.db.asPlatform((tx) => sealEvents(tx, 1_000));

async function trail(query = ''): Promise<TrailEvent[]> {
  const { status, body } = await admin.get(`/api/audit?size=200${query}`);
  expect(status).toBe(200);
  return body.content;
}

/** Chains all events and returns the trail. */
async function sealed(): Promise<TrailEvent[]> {
  do await seal();
  while (numbers(await trail()).includes(null));
  return trail();
}

const numbers = (events: TrailEvent[]) => events.map(({ sequence }) => sequence);

/** Returns the hash by the rule that the API states, written out here once more. */
function hashOf(previous: string, { attributes, ...answered }: TrailEvent): string {
  // What only the reading tells is no part of the chain.
  const {
    hash: _,
    actorName: __,
    entityName: ___,
    address: ____,
    userAgent: _____,
    ...event
  } = answered;
  const canonical = JSON.stringify(sorted({ ...event, attributes: sorted(attributes) }));
  return createHash('sha256').update(`${previous}\n${canonical}`).digest('hex');
}

const sorted = (object: object) =>
  Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)));

async function contact(): Promise<string> {
  const { tenantStaffUuid } = await tenant.staff();
  const input = contactInput(tenant.tenantUuid, tenantStaffUuid);
  return (await admin.post('/api/contacts', input)).body.contactUuid;
}

describe('the trail', () => {
  test('shows events at once, and soon each with its number and a hash over the one before', async () => {
    const contactUuid = await contact();
    const [newest] = await trail();
    expect(newest).toMatchObject({
      sequence: null,
      hash: null,
      eventType: 'contact.created',
      tenantUuid: tenant.tenantUuid,
      entityType: 'CONTACT',
      entityId: contactUuid,
      actorType: 'TENANT_STAFF',
      actorId: admin.identity['x-user-id'],
    });
    expect(newest?.occurredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect((await admin.get('/api/audit/head')).body).toEqual({
      sequence: 0,
      hash: zeros,
      sealedAt: null,
    });

    await seal();
    const events = await trail();
    expect(numbers(events)).toEqual(events.map((_, at) => events.length - at));
    let previous = zeros;
    for (const event of events.toReversed()) {
      expect(event.hash).toBe(hashOf(previous, event));
      previous = event.hash ?? '';
    }
    const { body: head } = await admin.get('/api/audit/head');
    expect(head).toEqual({ sequence: events.length, hash: previous, sealedAt: expect.any(String) });
    await seal();
    expect((await admin.get('/api/audit/head')).body).toEqual(head);
  });

  test('says who acted and on what by the names of now, of deleted ones too', async () => {
    const contactUuid = await contact();
    await admin.put(`/api/contacts/${contactUuid}`, { displayName: 'Elisa Fuentes' });
    const { body: partner } = await admin.post('/api/partners', { name: 'Cordillera' });
    const { client } = await machine(w, admin, { name: 'Reports' });
    await client.put(`/api/partners/${partner.partnerUuid}`, { name: 'Costa' });
    const hook = async (input: object) =>
      (await admin.post('/api/webhook-endpoints', { ...input, eventTypes: [] })).body.endpointUuid;
    const described = await hook({ url: 'https://hooks.example/x?key=1', description: 'Billing' });
    const bare = await hook({ url: 'https://hooks.example:8443/x?key=1' });
    await admin.put(`/api/webhook-endpoints/${described}`, { isActive: false });
    await admin.delete(`/api/webhook-endpoints/${bare}`);
    const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenant.tenantUuid });
    await root.delete(`/api/contacts/${contactUuid}`);
    const events = await trail();
    const named = (eventType: string) => events.find((each) => each.eventType === eventType);
    expect(named('contact.deleted')).toMatchObject({
      actorType: 'SYSTEM',
      actorName: 'Test',
      entityName: 'Elisa Fuentes',
    });
    expect(named('contact.created')?.entityName).toBe('Elisa Fuentes');
    expect(named('partner.created')).toMatchObject({
      entityName: 'Costa',
      actorName: expect.stringMatching(/\w/),
    });
    expect(named('credential.created')?.entityName).toBe('Reports');
    expect(named('webhook_endpoint.updated')?.entityName).toBe('Billing');
    expect(named('webhook_endpoint.deleted')?.entityName).toBe('hooks.example:8443');
    expect(named('partner.updated')).toMatchObject({ actorType: 'SYSTEM', actorName: 'Reports' });
    expect(named('staff.created')).toMatchObject({ actorName: null, actorId: null });
  });

  test('is narrowed by record, actor, kind and time', async () => {
    const contactUuid = await contact();
    await admin.put(`/api/contacts/${contactUuid}`, { displayName: 'A' });
    await admin.delete(`/api/contacts/${contactUuid}`);
    const of = async (query: string) => (await trail(query)).map(({ eventType }) => eventType);
    const all = ['contact.deleted', 'contact.updated', 'contact.created'];
    expect(await of(`&entityType=CONTACT&entityId=${contactUuid}`)).toEqual(all);
    expect(await of(`&actorId=${admin.identity['x-user-id']}`)).toEqual(all);
    expect(await of('&eventType=contact.updated')).toEqual(['contact.updated']);
    expect(await of('&entityType=NONE')).toEqual([]);
    const [{ occurredAt } = { occurredAt: '' }] = await trail('&eventType=contact.created');
    const later = Temporal.PlainDateTime.from(occurredAt).add({ years: 1 }).toString();
    expect(await of(`&from=${occurredAt}&to=${later}Z`)).toContain('contact.created');
    expect(await of(`&to=${occurredAt}`)).not.toContain('contact.created');
    expect(await of(`&from=${later}Z`)).toEqual([]);
  });

  test('is walked by cursors, which belong to the caller and the question', async () => {
    const contactUuid = await contact();
    for (const displayName of 'ABCD') {
      await admin.put(`/api/contacts/${contactUuid}`, { displayName });
      if (displayName === 'B') await seal();
    }
    const expected = (await trail()).map(({ eventId }) => eventId);
    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const part = await admin.get(`/api/audit?size=2&cursor=${cursor}`);
      walked.push(...part.body.content.map((each: TrailEvent) => each.eventId));
      cursor = part.body.nextCursor;
      await seal();
    }
    expect(walked).toEqual(expected);
    const { body } = await admin.get('/api/audit?size=2');
    const other = await tenant.as('TENANT_ADMIN');
    const asked = `/api/audit?cursor=${body.nextCursor}`;
    for (const refused of [
      await other.get(asked),
      await admin.get(`${asked}&eventType=contact.created`),
      await admin.get('/api/audit?cursor=abc'),
    ])
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'cursor']);
  });

  test.each([
    ['size=0', 'size'],
    ['size=201', 'size'],
    ['from=yesterday', 'from'],
    ['to=2026-03-01', 'to'],
    ['from=2026-03-01T10:00:00%2B02:00', 'from'],
    ['entityId=1', 'entityId'],
  ])('refuses %s by name', async (query, field) => {
    const { status, body } = await admin.get(`/api/audit?${query}`);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });

  test("is an administrator's of the own tenant", async () => {
    await contact();
    for (const path of ['/api/audit', '/api/audit/head'])
      expect((await (await tenant.as('TENANT_STAFF')).get(path)).status).toBe(403);
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    const { body } = await stranger.get('/api/audit');
    expect(body.content.map((each: TrailEvent) => each.tenantUuid)).not.toContain(
      tenant.tenantUuid,
    );
  });
});

describe('the chain', () => {
  const note = (tenantUuid = tenant.tenantUuid) =>
    w.db.asTenant(tenantUuid, system, (tx) =>
      recordEvent(tx, {
        eventType: 'contact.deleted',
        entityType: 'CONTACT',
        entityId: randomUUID(),
      }),
    );

  test('takes in what commits late, without a gap', async () => {
    const { promise: held, resolve: commit } = Promise.withResolvers<void>();
    const { promise: recorded, resolve: tell } = Promise.withResolvers<void>();
    const late = w.db.asTenant(tenant.tenantUuid, system, async (tx) => {
      await recordEvent(tx, {
        eventType: 'contact.restored',
        entityType: 'CONTACT',
        entityId: null,
      });
      tell();
      await held;
    });
    await recorded;
    await note();
    await seal();
    const { sequence } = (await admin.get('/api/audit/head')).body;
    commit();
    await late;
    await note();
    await seal();
    const events = await trail();
    expect(numbers(events).toSorted((one, other) => Number(one) - Number(other))).toEqual(
      events.map((_, at) => at + 1),
    );
    const [one] = events.filter(({ eventType }) => eventType === 'contact.restored');
    expect(one?.sequence).toBeGreaterThan(sequence);
  });

  test('has each event of many changes once, while several replicas chain in small batches', async () => {
    const other = await w.tenant();
    const seals = { going: true };
    const replicas = [1, 2, 3].map(async () => {
      while (seals.going) await w.db.asPlatform((tx) => sealEvents(tx, 7));
    });
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => note(at % 2 ? tenant.tenantUuid : other.tenantUuid)),
    );
    seals.going = false;
    await Promise.all(replicas);
    const events = await sealed();
    expect(events.filter(({ eventType }) => eventType === 'contact.deleted')).toHaveLength(30);
    const ordered = events.toSorted((one, two) => Number(one.sequence) - Number(two.sequence));
    expect(numbers(ordered)).toEqual(events.map((_, at) => at + 1));
    let previous = zeros;
    for (const event of ordered) {
      expect(event.hash).toBe(hashOf(previous, event));
      previous = event.hash ?? '';
    }
  });

  test('grows within ten seconds by itself', async () => {
    const { logger, registry } = w.services;
    let rounds = 0;
    const asPlatform: typeof w.db.asPlatform = (work) => {
      rounds += 1;
      return w.db.asPlatform(work);
    };
    const sealing = startSealing({ db: { ...w.db, asPlatform }, logger, registry });
    afterAll(sealing.stop);
    await note();
    const before = rounds;
    // A round a second: one may be under way, the next has it.
    await expect.poll(() => rounds).toBeGreaterThan(before + 2);
    expect(numbers(await trail())).not.toContain(null);
    await sealing.stop();
  });

  test('goes on where it was after all events are looked at again, as after a dump was restored', async () => {
    await note();
    await seal();
    const before = await trail();
    await w.db.asPlatform(
      (tx) => tx`
        update audit_position set delivered = '3:3:', reading = null, last_in = '3'`,
    );
    await note();
    const after = await sealed();
    expect(after.slice(1)).toEqual(before);
    expect(after[0]?.sequence).toBe(before.length + 1);
  });

  test('leaves nothing of a tenant that is removed for good', async () => {
    await note();
    await seal();
    await note();
    const root = await w.systemAdmin();
    await w.db.asPlatform(
      (tx) => tx`
      insert into tenant_purges (tenant_uuid, purged_tenant_uuid, actor_type)
      values (${root.identity['x-tenant-uuid'] ?? ''}, ${tenant.tenantUuid}, 'SYSTEM')`,
    );
    expect((await root.delete(`/api/tenants/${tenant.tenantUuid}`)).status).toBe(204);
    const { sequence } = (await admin.get('/api/audit/head')).body;
    await seal();
    expect((await admin.get('/api/audit/head')).body.sequence).toBe(sequence);
  });
});
