import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { replicaOf } from '../../test-support/replica.ts';
import { world } from '../../test-support/world.ts';
import { createChangeStream } from './change-stream.ts';
import { readPlace } from './place.ts';

const w = await world();
const open = new Set<AbortController>();
let m: Awaited<ReturnType<typeof meetingWorld>>;
let origin: string;

beforeAll(async () => {
  m = await meetingWorld(w);
  origin = `http://127.0.0.1:${await w.listen()}`;
});
afterAll(() => {
  for (const each of open) each.abort();
});

type Message = { id?: string; event?: string; data?: Record<string, unknown> };

/** Listens to the changes as somebody; `messages` grows as they come. */
async function listen(
  by: Client,
  { lastEventId, at = origin }: { lastEventId?: string; at?: string } = {},
) {
  const control = new AbortController();
  open.add(control);
  const headers = { ...by.identity, ...(lastEventId && { 'last-event-id': lastEventId }) };
  const answer = await fetch(`${at}/api/changes`, { headers, signal: control.signal });
  const messages: Message[] = [];
  let hasEnded = false;
  let text = '';
  const reading = async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      messages.push(...blocks.map(toMessage));
    }
  };
  reading()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
    });
  const told = () => messages.flatMap(({ data, event }) => (data && !event ? [data] : []));
  return {
    answer,
    messages,
    told,
    of: (entityUuid: string) =>
      told().flatMap((each) => (each.entityUuid === entityUuid ? [each.eventType] : [])),
    reloads: () => messages.filter(({ event }) => event === 'reload').length,
    lastId: () => messages.findLast(({ id }) => id)?.id ?? '',
    hasEnded: () => hasEnded,
    close: () => control.abort(),
  };
}

function toMessage(block: string): Message {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const [id, event, data] = [field('id'), field('event'), field('data')];
  return { ...(id && { id }), ...(event && { event }), ...(data && { data: JSON.parse(data) }) };
}

const renamed = (path: string, by: Client = m.admin) =>
  by.put(path, { firstName: `Name ${randomUUID().slice(0, 4).replaceAll(/\d/g, 'x')}` });

describe('changes as they come', () => {
  test('are told within two seconds, without a value, as an event stream that no proxy holds up', async () => {
    const stream = await listen(m.admin);
    expect(stream.answer.status).toBe(200);
    expect(Object.fromEntries(stream.answer.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
    });
    const contactUuid = await m.contact({ firstName: 'Secreta' });
    await expect.poll(() => stream.of(contactUuid)).toEqual(['contact.created']);
    const change = stream.told().find((each) => each.entityUuid === contactUuid);
    expect(change).toEqual({
      entityType: 'CONTACT',
      entityUuid: contactUuid,
      eventType: 'contact.created',
      actorUuid: uuidOf(m.host),
    });
    expect(JSON.stringify(stream.messages)).not.toContain('Secreta');
    await m.admin.get(`/api/contacts/${contactUuid}`);
    await m.admin.delete(`/api/contacts/${contactUuid}`);
    await expect.poll(() => stream.of(contactUuid)).toEqual(['contact.created', 'contact.deleted']);
    stream.close();
  });

  test('are of records only that the listener may read', async () => {
    const { partnerUuid } = (await m.admin.post('/api/partners', { name: 'Cordillera' })).body;
    const [outsider, client, other] = [
      await m.tenant.as('PARTNER_STAFF', partnerUuid),
      await m.tenant.as('CLIENT'),
      await m.tenant.as('TENANT_STAFF'),
    ];
    const foreign = await (await w.tenant()).as('TENANT_ADMIN');
    const listeners = { outsider, client, other, foreign, host: m.host, admin: m.admin };
    const streams = await Promise.all(
      Object.entries(listeners).map(async ([who, by]) => [who, await listen(by)] as const),
    );
    const contactUuid = await m.contact();
    const { meetingUuid } = await m.meeting();
    const whoKnows = (uuid: string) =>
      streams.flatMap(([who, stream]) => (stream.of(uuid).length > 0 ? [who] : [])).sort();
    await expect.poll(() => whoKnows(contactUuid)).toEqual(['admin', 'host', 'other']);
    await expect.poll(() => whoKnows(meetingUuid)).toEqual(['admin', 'host']);
    // The policy of the firm is its administrators' to read.
    await m.admin.put(`/api/tenants/${m.tenant.tenantUuid}/security`, { idleMinutes: 60 });
    await expect.poll(() => whoKnows(m.tenant.tenantUuid)).toEqual(['admin']);
    expect(whoKnows(contactUuid)).toEqual(['admin', 'host', 'other']);
    for (const [, stream] of streams) stream.close();
  });

  test('go on after the last one that was known, at every replica, each once', async () => {
    const first = await listen(m.admin);
    const a = await m.contact();
    await expect.poll(() => first.of(a)).toHaveLength(1);
    const lastEventId = first.lastId();
    first.close();
    const b = await m.contact();
    await renamed(`/api/contacts/${b}`);
    const replica = await replicaOf(w);
    await replica.listen({ host: '127.0.0.1', port: 0 });
    const at = `http://127.0.0.1:${(replica.server.address() as { port: number }).port}`;
    const [here, there] = [
      await listen(m.admin, { lastEventId }),
      await listen(m.admin, { lastEventId, at }),
    ];
    const c = await m.contact();
    for (const stream of [here, there]) {
      await expect.poll(() => stream.told().map((each) => each.entityUuid)).toEqual([b, b, c]);
      expect(stream.reloads()).toBe(0);
      stream.close();
    }
    // From the middle of what was told at once.
    const [middle = ''] = here.messages.flatMap(({ id, data }) =>
      data?.entityUuid === b ? [id] : [],
    );
    const again = await listen(m.admin, { lastEventId: middle });
    await expect.poll(() => again.told().map((each) => each.entityUuid)).toEqual([b, c]);
    again.close();
  });

  test('begin with one reload where the gap cannot be filled', async () => {
    const known = (await openedAt()).replace(/^\d+:\d+:[^_]*/, '1:1:');
    const future = `${'9'.repeat(17)}:${'9'.repeat(17)}:`;
    const foreign = ['x', '1:0:_1:1:_0_0', `${future}_${future}_0_${randomUUID()}`, 'é'.repeat(9)];
    for (const lastEventId of foreign.map(encodeURIComponent)) {
      const stream = await listen(m.admin, { lastEventId });
      await expect.poll(() => stream.reloads()).toBe(1);
      const uuid = await m.contact();
      await expect.poll(() => stream.of(uuid)).toHaveLength(1);
      expect(stream.reloads()).toBe(1);
      stream.close();
    }
    expect(readPlace(known)).toBeDefined();
    await w.db.asTenant(
      m.tenant.tenantUuid,
      { actorType: 'SYSTEM', actorId: null },
      (tx) => tx`
      insert into events (tenant_uuid, event_uuid, event_type, actor_type, entity_type, entity_id)
      select ${m.tenant.tenantUuid}::uuid, gen_random_uuid(), 'contact.updated', 'SYSTEM', 'CONTACT', gen_random_uuid()
        from generate_series(1, 501)`,
    );
    const late = await listen(m.admin, { lastEventId: known });
    await expect.poll(() => late.reloads()).toBe(1);
    expect(late.told()).toEqual([]);
    late.close();
  });

  test('are told to at most four of a person: a fifth ends the oldest', async () => {
    const person = await m.tenant.as('TENANT_STAFF');
    const streams: Awaited<ReturnType<typeof listen>>[] = [];
    for (let count = 0; count < 5; count += 1) streams.push(await listen(person));
    await expect
      .poll(() => streams.map((each) => each.hasEnded()))
      .toEqual([true, false, false, false, false]);
    for (const each of streams) each.close();
  });

  test('end with the session, within ten seconds, and with the role', async () => {
    const [person, other] = [await m.tenant.as('TENANT_STAFF'), await m.tenant.as('TENANT_ADMIN')];
    const streams = [await listen(person), await listen(other)];
    await person.post('/api/auth/logout', {});
    await m.admin.put(`/api/tenant-staff/${uuidOf(other)}`, { staffType: 'ADVISOR' });
    await expect.poll(() => streams.map((each) => each.hasEnded())).toEqual([true, true]);
  });

  test('are no use of a session', async () => {
    const person = await m.tenant.as('TENANT_STAFF');
    const used = () =>
      w.db.asPlatform(
        (tx) => tx<[{ usedAt: Date }]>`
          update sessions set used_at = created_at - interval '1 day'
           where user_uuid = ${uuidOf(person)} returning used_at`,
      );
    const before = await used();
    const stream = await listen(person);
    stream.close();
    await expect.poll(() => stream.hasEnded()).toBe(true);
    const [after] = await w.db.asPlatform(
      (tx) => tx`select used_at from sessions where user_uuid = ${uuidOf(person)}`,
    );
    expect(after).toEqual(before[0]);
  });

  test('are for whoever has a bearer, and for programs of its scope', async () => {
    const answer = await fetch(`${origin}/api/changes`);
    expect(answer.status).toBe(401);
    await answer.body?.cancel();
  });
});

/** Returns the place at which a stream begins. */
async function openedAt(): Promise<string> {
  const stream = await listen(m.admin);
  await expect.poll(() => stream.lastId()).not.toBe('');
  stream.close();
  return stream.lastId();
}

test('a reader that takes nothing is not waited for, and is told to read anew when it reads again', async () => {
  const seen = readPlace(await openedAt())?.reading;
  if (!seen) throw new Error('There is a place');
  const { caller, principal } = {} as never;
  const stream = createChangeStream({ caller, principal, endsAt: 0 }, seen);
  const change = {
    entityType: 'CONTACT',
    entityUuid: randomUUID(),
    eventType: 'contact.updated',
    actorUuid: null,
    tenantUuid: randomUUID(),
    recordedIn: '5',
    eventUuid: randomUUID(),
  };
  stream.tell(Array(5_000).fill(change), seen);
  expect(stream.out.readableLength).toBeLessThan(128 * 1024);
  let text = '';
  stream.out.on('data', (part) => {
    text += part;
  });
  await expect.poll(() => text.split('event: reload').length - 1).toBe(1);
});
