import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { replicaOf } from '../../test-support/replica.ts';
import { codeOf, secondFactorWorld } from '../../test-support/second-factor-world.ts';
import { hashOpaqueToken } from '../auth/opaque-token.ts';
import { createTokenCipher, tokensContext } from '../calendar/connections/token-cipher.ts';
import { saveTokens } from '../calendar/connections/token-store.ts';
import { toConfig } from '../config.ts';
import { rsvpToken } from '../meetings/invitations/rsvp-token.ts';
import { resealOnMachine } from '../reseal-on-machine.ts';
import { sealedColumns } from '../sealed-columns.ts';
import { createUnsubscribeLinks } from '../tasks/morning-mail/unsubscribe-links.ts';
import { createCipher, derivedKeys } from './cipher.ts';
import { type KeyRing, readKeyRing } from './key-ring.ts';
import { system } from './principal.ts';
import { countSeals, resealColumn } from './reseal.ts';

const newKey = () => randomBytes(32).toString('base64url');
const [before, after] = [newKey(), newKey()];
const s = await secondFactorWorld({ SECRET_KEY: before });

/** Another process on the same database, with other keys. */
async function withKeys(...secretKeys: KeyRing) {
  return createClient(await replicaOf({ ...s, config: { ...s.config, secretKeys } }));
}
const [former, both, changed, wrong] = [
  await withKeys(before, after),
  await withKeys(after, before),
  await withKeys(after),
  await withKeys(newKey()),
];

type Sign = { email: string; password: string; secret: string };

/** Signs in by password and code through a process; the code of each step counts once. */
async function signIn(at: typeof both, { email, password, secret }: Sign, steps = 0) {
  const { body } = await at.post('/api/auth/login', { email, password });
  const proof = { challenge: body.challenge, code: codeOf(secret, steps) };
  return at.post('/api/auth/login/second-factor', proof);
}

/** Signs in once more, however long ago the first time was: of the last two steps one has not been used. */
async function signInAgain(at: typeof both, person: Sign) {
  const answer = await signIn(at, person, -1);
  return answer.status === 200 ? answer : signIn(at, person);
}

describe('SECRET_KEY', () => {
  test('is read as one key or several, by commas or lines', () => {
    expect(readKeyRing('one')).toEqual(['one']);
    expect(readKeyRing('one, two,')?.slice(0, 2)).toEqual(['one', 'two']);
    expect(readKeyRing('one\r\n\ntwo\n')?.slice(0, 2)).toEqual(['one', 'two']);
    // What a single key with white space or commas had sealed still opens.
    expect(readKeyRing('one\n')).toEqual(['one', 'one\n']);
    expect(readKeyRing('a,b')).toEqual(['a', 'b', 'a,b']);
    for (const text of ['new,a,b', 'new\na,b\n', 'new, a,b']) {
      const ring = readKeyRing(text);
      expect([ring?.[0], ring?.includes('a,b')], text).toEqual(['new', true]);
    }
    for (const text of [',', ' ', '\n', ' ,\r\n, ']) {
      expect(readKeyRing(text)).toBeUndefined();
      expect(() => toConfig({ SECRET_KEY: text }), text).toThrow('SECRET_KEY is required');
    }
  });

  test('that was a single one with a comma opens what it sealed, also behind a new one', () => {
    const purpose = 'atrium test';
    const sealed = createCipher(derivedKeys(['a,b'], purpose)).seal('kept', 'row');
    for (const text of ['a,b', 'new,a,b']) {
      const ring = readKeyRing(text);
      expect(ring && createCipher(derivedKeys(ring, purpose)).open(sealed, 'row')).toBe('kept');
    }
  });

  test('can be changed: what the former key sealed opens, is sealed anew, and opens by the new one alone', async () => {
    const admin = await (await s.tenant()).as('TENANT_ADMIN');
    const path = '/api/webhook-endpoints';
    const made = (await admin.post(path, { url: 'https://hooks.example.com', eventTypes: [] }))
      .body;
    const person = await s.person({ totp: true });
    const secretAt = (at: typeof both) =>
      at.with(admin.identity).get(`${path}/${made.endpointUuid}/secret`);

    expect((await secretAt(both)).body).toEqual({ secret: made.secret });
    expect((await signIn(both, person, 1)).status).toBe(200);

    // A key that is not given is told: no answer is 500.
    expect(await secretAt(wrong)).toMatchObject({ status: 503, body: { code: 'SEAL_UNREADABLE' } });
    const refused = await signIn(wrong, person, 1);
    expect([refused.status, refused.body.code]).toEqual([503, 'SECOND_FACTOR_UNREADABLE']);

    const told: string[] = [];
    const keys = { secretKeys: [after, before], tokenKeys: undefined } as const;
    const reseal = () =>
      resealOnMachine(s.config.databaseUrl, keys, (line) => void told.push(line));
    expect(await reseal()).toMatchObject({ unreadable: 0 });
    expect(told.join('\n')).toContain('webhook_endpoints.secret: ');
    expect(await reseal()).toEqual({ resealed: 0, unreadable: 0 });
    // Also once the former key is taken away, and the first one has its other name.
    const alone = sealedColumns({ secretKeys: [after], tokenKeys: undefined });
    expect(await countSeals(s.db, alone)).toEqual({ others: 0, unreadable: 0 });
    expect((await secretAt(changed)).body).toEqual({ secret: made.secret });
    expect((await signInAgain(changed, person)).status).toBe(200);
    expect((await secretAt(both)).body).toEqual({ secret: made.secret });
  });

  test('seals anew in whatever order, and leaves and names what no key opens', async () => {
    const { tenantUuid } = await s.tenant();
    const rows = Array.from({ length: 205 }, () => randomUUID()).sort();
    const columns = (...ring: KeyRing) => sealedColumns({ secretKeys: ring, tokenKeys: undefined });
    const endpointsOf = (...ring: KeyRing) =>
      columns(...ring).find(
        ({ table, column }) => `${table}.${column}` === 'webhook_endpoints.secret',
      );
    const [old, ring, lost] = [
      endpointsOf(before),
      endpointsOf(after, before),
      endpointsOf(newKey()),
    ];
    if (!old || !ring || !lost) throw new Error('There is no such column');
    await s.db.asPlatform(async (tx) => {
      for (const uuid of rows) {
        const { cipher } = uuid === rows[7] ? lost : old;
        await tx`
          insert into webhook_endpoints (tenant_uuid, endpoint_uuid, url, event_types, secret)
          values (${tenantUuid}, ${uuid}, 'https://x.example', '{}', ${cipher.seal('kept', uuid)})`;
      }
    });
    const told: string[] = [];
    const done = await resealColumn(s.db, ring, ({ uuid }) => void told.push(uuid));
    expect(done.resealed).toBeGreaterThanOrEqual(204);
    expect(told).toEqual([rows[7]]);
    const { keyId } = ring.cipher;
    const left = await s.db.asPlatform(
      (tx) => tx`
        select from webhook_endpoints
         where tenant_uuid = ${tenantUuid} and split_part(secret, '.', 1) <> ${keyId}`,
    );
    expect(left).toHaveLength(1);
    await s.db.asPlatform(
      (tx) => tx`delete from webhook_endpoints where tenant_uuid = ${tenantUuid}`,
    );
  });

  test('is changed under traffic, and no second factor, webhook secret or calendar token is lost', async () => {
    const tenant = await s.tenant();
    const admin = await tenant.as('TENANT_ADMIN');
    const path = '/api/webhook-endpoints';
    const [people, made] = await Promise.all([
      Promise.all([1, 2, 3].map(() => s.person({ totp: true }))),
      Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          admin.post(path, { url: `https://hooks.example.com/${at}`, eventTypes: [] }),
        ),
      ),
    ]);
    const secrets = new Map<string, string>(
      made.map(({ body }) => [body.endpointUuid, body.secret]),
    );
    const oldCipher = createTokenCipher({ secretKeys: [before, after] });
    const newCipher = createTokenCipher({ secretKeys: [after, before] });
    const tokens = (accessToken: string) => ({
      accessToken,
      refreshToken: 'r',
      expiresAt: '2030-01-01T00:00:00Z',
    });
    const { tenantUuid } = tenant;
    const connections = new Map<string, string>();
    await s.db.asTenant(tenantUuid, system, async (tx) => {
      for (let at = 0; at < 30; at += 1) {
        const connectionUuid = randomUUID();
        await tx`
          insert into calendar_connections
            (tenant_uuid, connection_uuid, user_uuid, provider, account_id, email, status, next_pull_at)
          values (${tenantUuid}, ${connectionUuid}, ${admin.identity['x-user-id'] ?? ''}, 'PROVIDER_A',
                  ${connectionUuid}, 'a@calendar.example', 'DISCONNECTED', now() + interval '1 day')`;
        await saveTokens(tx, oldCipher, { tenantUuid, connectionUuid }, tokens('first'));
        connections.set(connectionUuid, 'first');
      }
    });
    let isOver = false;
    const keys = { secretKeys: [after, before], tokenKeys: undefined } as const;
    const reseal = () => resealOnMachine(s.config.databaseUrl, keys, () => undefined);
    const resealing = (async () => {
      while (!isOver) expect(await reseal()).toMatchObject({ unreadable: 0 });
    })();
    // Replicas that have the new key in front already work beside those that have it behind.
    const signIns = people.map((person, at) => signIn(at % 2 ? both : former, person, 1));
    const rotations = [...secrets.keys()].map(async (endpointUuid, at) => {
      const by = (at % 2 ? both : former).with(admin.identity);
      const { status, body } = await by.post(`${path}/${endpointUuid}/rotate-secret`);
      expect(status).toBe(200);
      secrets.set(endpointUuid, body.secret);
    });
    const renewals = [...connections.keys()].map(async (connectionUuid, at) => {
      const cipher = at % 2 ? newCipher : oldCipher;
      await s.db.asTenant(tenantUuid, system, (tx) =>
        saveTokens(tx, cipher, { tenantUuid, connectionUuid }, tokens(`renewed ${at}`)),
      );
      connections.set(connectionUuid, `renewed ${at}`);
    });
    const signedIn = await Promise.all(signIns);
    await Promise.all([...rotations, ...renewals]);
    isOver = true;
    await resealing;
    expect(await reseal()).toMatchObject({ unreadable: 0 });

    expect(signedIn.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [endpointUuid, secret] of secrets)
      expect(
        (await changed.with(admin.identity).get(`${path}/${endpointUuid}/secret`)).body,
      ).toEqual({ secret });
    const alone = createTokenCipher({ secretKeys: [after] });
    const kept = await s.db.asTenant(
      tenantUuid,
      system,
      (tx) => tx<{ uuid: string; sealed: string }[]>`
        select connection_uuid as uuid, sealed from calendar_tokens`,
    );
    const opened = kept.map(({ uuid, sealed }) => {
      const context = tokensContext({ tenantUuid, connectionUuid: uuid });
      return [uuid, JSON.parse(alone.open(sealed, context)).accessToken];
    });
    expect(new Map(opened as [string, string][])).toEqual(connections);
    for (const person of people) expect((await signInAgain(changed, person)).status).toBe(200);
  });

  test('signs by the first key what all of them check', async () => {
    const tenant = await s.tenant();
    const staff = await tenant.as('TENANT_ADMIN');
    const at = (process: typeof both) => process.with(staff.identity);
    const list = '/api/contacts?size=1&cursor=';
    const userUuid = staff.identity['x-user-id'] ?? '';
    const contact = (firstName: string) => {
      const primaryEmail = `${randomUUID()}@client.example`;
      return { ...contactInput(tenant.tenantUuid, userUuid), firstName, primaryEmail };
    };
    const [first, key] = [contact('Ana'), randomUUID()];
    const create = (by: typeof both, body: object) =>
      by.post('/api/contacts', body, { 'idempotency-key': key });
    const made = await create(staff, first);
    await staff.post('/api/contacts', contact('Ida'));
    const answers = [await create(at(both), first), await create(at(both), contact('Otra'))];
    expect(answers.map(({ status, body }) => [status, body.contactUuid ?? body.code])).toEqual([
      [made.status, made.body.contactUuid],
      [422, 'IDEMPOTENCY_KEY_REUSED'],
    ]);
    const { nextCursor } = (await staff.get(list)).body;
    expect(nextCursor).toEqual(expect.any(String));
    expect((await at(both).get(`${list}${nextCursor}`)).status).toBe(200);
    expect((await at(wrong).get(`${list}${nextCursor}`)).status).toBe(400);

    const person = { tenantUuid: randomUUID(), userUuid: randomUUID() };
    const link = new URL(createUnsubscribeLinks([before]).linkOf('https://x.example', person));
    const token = link.searchParams.get('token') ?? '';
    expect(createUnsubscribeLinks([after, before]).personOf(token)).toEqual(person);
    expect(createUnsubscribeLinks([after]).personOf(token)).toBeUndefined();
  });

  test('leaves the links of an invitation that was mailed as they are', () => {
    const invited = { meetingUuid: randomUUID(), participantUuid: randomUUID() };
    const mailed = rsvpToken([before], invited, null);
    const storedHash = hashOpaqueToken(mailed);
    expect(rsvpToken([after, before], invited, storedHash)).toBe(mailed);
    expect(rsvpToken([after, before], invited, null)).toBe(rsvpToken([after], invited, null));
  });
});
