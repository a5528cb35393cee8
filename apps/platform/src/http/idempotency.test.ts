import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { platformOn } from '../../test-support/platform-on.ts';
import { world } from '../../test-support/world.ts';

const signing = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const secrets = {
  SECRET_KEY: randomBytes(32).toString('base64url'),
  TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(signing.privateKey)),
};
const w = await world(secrets);
const tenant = await w.tenant();
const staff = await tenant.as('TENANT_STAFF');
const { tenantStaffUuid } = await tenant.staff();

/** Keys that begin with `refused` or `cut` fail where the answer is kept, after the work is done. */
beforeAll(async () => {
  await w.sql.unsafe(`
    create function fail_to_keep() returns trigger language plpgsql security definer as $$
    begin
      if new.key like 'cut%' then
        perform pg_terminate_backend(pg_backend_pid());
        perform pg_sleep(10);
      end if;
      raise query_canceled using message = 'canceling statement due to statement timeout';
    end $$`);
  await w.sql.unsafe(`
    create trigger fail_to_keep before insert on idempotency_keys for each row
      when (new.key like 'refused%' or new.key like 'cut%') execute function fail_to_keep()`);
});

const inputOf = (paternalLastName: string) => ({
  ...contactInput(tenant.tenantUuid, tenantStaffUuid),
  paternalLastName,
});
const create = (key: string, name = key) =>
  staff.post('/api/contacts', inputOf(name), { 'idempotency-key': key });

/** Counts what is stored of a key: contacts by its name, their events, and the key itself. */
async function storedOf(key: string) {
  const [counts] = await w.db.asPlatform(
    (tx) => tx<{ contacts: number; events: number; keys: number }[]>`
      with named as (select contact_uuid from contacts where paternal_last_name = ${key})
      select (select count(*)::int from named) as contacts,
             (select count(*)::int from events where event_type = 'contact.created'
                 and entity_id in (select contact_uuid from named)) as events,
             (select count(*)::int from idempotency_keys k where k.key = ${key}) as keys`,
  );
  return counts;
}
const [nothing, once] = [
  { contacts: 0, events: 0, keys: 0 },
  { contacts: 1, events: 1, keys: 1 },
];

test('thirty callers with one key at once make one contact, and all who are answered get it', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 30 }, () => create(key)));
  const made = answers.filter(({ status }) => status === 200);
  const others = answers.filter(({ status }) => status !== 200);
  expect(new Set(made.map(({ body }) => body.contactUuid)).size).toBe(1);
  expect(others.filter(({ body }) => body.code !== 'IDEMPOTENCY_IN_FLIGHT')).toEqual([]);
  expect(await storedOf(key)).toEqual(once);
  expect((await create(key)).body).toEqual(made[0]?.body);
});

test.each(['refused', 'cut'])(
  'a contact whose answer is %s while it is kept is not there, nor its key, and a repeat makes it',
  async (how) => {
    const key = `${how}-${randomUUID()}`;
    const failed = await create(key);
    expect([failed.status, failed.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(await storedOf(key)).toEqual(nothing);
    // The connections that are left serve others.
    expect((await create(randomUUID())).status).toBe(200);
    await w.sql.unsafe('alter table idempotency_keys disable trigger fail_to_keep');
    const made = await create(key);
    expect(made.status).toBe(200);
    expect(await storedOf(key)).toEqual(once);
    expect((await create(key)).body).toEqual(made.body);
    await w.sql.unsafe('alter table idempotency_keys enable trigger fail_to_keep');
  },
);

test('a contact that was made is answered again by a process that starts afterwards', async () => {
  const key = randomUUID();
  const { body: made } = await create(key);
  const next = await platformOn(w.config.databaseUrl, secrets);
  try {
    const repeat = (name: string) =>
      fetch(`${next.address}/api/contacts`, {
        method: 'POST',
        headers: { ...staff.identity, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(inputOf(name)),
      });
    expect(await (await repeat(key)).json()).toEqual(made);
    expect((await repeat('Otra')).status).toBe(422);
    expect(await storedOf(key)).toEqual(once);
  } finally {
    await next.stop();
  }
});
