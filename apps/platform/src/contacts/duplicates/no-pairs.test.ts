import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import { distinctContacts } from '../../../test-support/distinct-contacts.ts';
import { uuidOf } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const { tenant, staff, person } = await distinctContacts(w);
const ruts = ['11.111.111-1', '22.222.222-2', '12.345.678-5'];
let admin: Client;
beforeAll(async () => {
  admin = await tenant.as('TENANT_ADMIN');
});

type Shown = { contactUuid: string };
const uuidsOf = (contacts: Shown[]) => contacts.map(({ contactUuid }) => contactUuid).sort();
const alike = async ({ path }: { path: string }) =>
  uuidsOf((await staff.get(`${path}/duplicates`)).body);

/** Returns the groups that hold any of some contacts. */
async function groupsWith(contacts: Shown[], by: Client = staff): Promise<string[][]> {
  const { body } = await by.get('/api/contacts/duplicates?size=100');
  const asked = uuidsOf(contacts);
  return body.content
    .map((group: { contacts: Shown[] }) => uuidsOf(group.contacts))
    .filter((uuids: string[]) => uuids.some((uuid) => asked.includes(uuid)))
    .toSorted((one: string[], other: string[]) => (String(one) < String(other) ? -1 : 1));
}
const sets = (...groups: Shown[][]) =>
  groups.map(uuidsOf).toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
const rut = (at: number) => ({ identityType: 'CHILE_RUT', identityId: ruts[at] });
const namesakes = () => ({
  firstName: 'Rosa',
  paternalLastName: randomUUID(),
  dateOfBirth: null,
});
const passport = (identityId: string, identityCountry?: string) => ({
  identityType: 'PASSPORT',
  identityId,
  identityCountry: identityCountry ?? null,
});
const phone = { preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '922223333' } };
const decide = (word: string, contacts: Shown[], by: Client = admin) =>
  by.post(`/api/contacts/duplicates/${word}`, {
    contactUuids: contacts.map(({ contactUuid }) => contactUuid),
  });

describe('no pair are', () => {
  test.each<[string, object, object, boolean]>([
    ['two RUT', rut(0), rut(1), false],
    ['two RUT, of one the country is stated', rut(0), { ...rut(1), identityCountry: 'CHL' }, false],
    ['two RUT and one phone', { ...rut(0), ...phone }, { ...rut(1), ...phone }, false],
    ['one RUT, in two spellings', rut(0), { ...rut(0), identityId: '111111111' }, true],
    ['passports of one country', passport('A1', 'PER'), passport('A2', 'PER'), false],
    ['passports of two countries', passport('A1', 'PER'), passport('A2', 'CHL'), true],
    ['numbers of two types', rut(0), passport('A1', 'CHL'), true],
    ['one number only', rut(0), {}, true],
    ['two birth dates', { dateOfBirth: '1956-05-05' }, { dateOfBirth: '1990-05-05' }, false],
    ['one birth date only', { dateOfBirth: '1956-05-05' }, {}, true],
    [
      'two birth dates and one phone',
      { dateOfBirth: '1956-05-05', ...phone },
      { dateOfBirth: '1990-05-05', ...phone },
      true,
    ],
    [
      'two birth dates and one number',
      { dateOfBirth: '1956-05-05', ...rut(2) },
      { dateOfBirth: '1990-05-05', ...rut(2) },
      true,
    ],
  ])('namesakes with %s: %#', async (_title, one, other, arePair) => {
    const names = namesakes();
    const [first, second] = [
      await person({ ...names, ...one }),
      await person({ ...names, ...other }),
    ];
    expect((await alike(first)).includes(second.contactUuid)).toBe(arePair);
    expect((await alike(second)).includes(first.contactUuid)).toBe(arePair);
  });

  test('never in one group, and with a third who may be either in two', async () => {
    const names = namesakes();
    const [one, other] = [await person({ ...names, ...passport('G1') }), await person(names)];
    const strange = await person({ ...names, ...passport('G2') });
    const all = [one, other, strange];
    await expect.poll(() => groupsWith(all)).toEqual(sets([one, other], [other, strange]));
    // Whose birth date becomes known is told apart by it.
    await staff.put(one.path, { dateOfBirth: '1956-05-05' });
    await staff.put(other.path, { dateOfBirth: '1990-05-05' });
    await expect.poll(() => groupsWith(all)).toEqual(sets([other, strange]));
    await staff.put(other.path, { dateOfBirth: null });
    await expect.poll(() => groupsWith(all)).toEqual(sets([one, other], [other, strange]));
  });

  test('many namesakes with a number each make no group', async () => {
    const names = namesakes();
    const passports = Array.from({ length: 12 }, (_, at) => passport(`Z${at}`, 'PER'));
    const all = await Promise.all(passports.map((each) => person({ ...names, ...each })));
    const [first, second] = [await person(names), await person(names)];
    await expect
      .poll(() => groupsWith([first, second, ...all]))
      .toEqual(sets(...all.map((each) => [each, first, second])));
  });
});

describe('a pair that was dismissed', () => {
  test('is none at once, in groups, at the contact and in the queue, until it is taken back', async () => {
    const names = namesakes();
    const all = [await person(names), await person(names), await person(names)];
    const [one, other, third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
    await expect.poll(() => groupsWith(all)).toEqual(sets(all));
    const dismissed = await decide('dismiss', [one, other]);
    expect([dismissed.status, dismissed.body]).toEqual([204, '']);
    expect((await decide('dismiss', [other, one])).status).toBe(204);
    const parted = sets([one, third], [other, third]);
    expect(await groupsWith(all)).toEqual(parted);
    expect(await alike(one)).toEqual(uuidsOf([third]));
    const waiting = async () => {
      const { body } = await admin.get('/api/work-queue?kind=DUPLICATE&size=100');
      return body.content
        .map(({ detail }: { detail: { contactUuids: string[] } }) => detail.contactUuids)
        .filter((uuids: string[]) => uuids.includes(third.contactUuid)).length;
    };
    expect(await waiting()).toBe(2);
    await expect.poll(() => groupsWith(all)).toEqual(parted);

    expect((await decide('undismiss', [other, one])).status).toBe(204);
    expect((await decide('undismiss', [one, other])).status).toBe(204);
    await expect.poll(() => groupsWith(all)).toEqual(sets(all));
    expect(await waiting()).toBe(1);
    const told = await w.db.asPlatform(
      (tx) => tx<{ eventType: string; entityId: string; attributes: object }[]>`
        select event_type, entity_id, attributes from events
         where event_type like 'contact.duplicate%' and entity_id = any(${uuidsOf(all)}::uuid[])
         order by occurred_at, event_uuid`,
    );
    expect([...told]).toEqual([
      {
        eventType: 'contact.duplicate_dismissed',
        entityId: one.contactUuid,
        attributes: { otherContactUuid: other.contactUuid },
      },
      {
        eventType: 'contact.duplicate_undismissed',
        entityId: other.contactUuid,
        attributes: { otherContactUuid: one.contactUuid },
      },
    ]);
  });

  test.each<[string, object, boolean]>([
    ['another marital status', { maritalStatus: 'WIDOWED' }, true],
    ['a birth date', { dateOfBirth: '1970-01-01' }, true],
    ['a second name', { middleName: 'Eva' }, false],
    ['a maternal name', { maternalLastName: 'Paz' }, false],
    ['a number', { identityType: 'PASSPORT', identityId: 'Q1' }, false],
    ['an e-mail', { primaryEmail: `${randomUUID()}@example.com` }, false],
    ['a phone', { phoneNumber: { phoneCountryCode: '+56', phoneNumber: '933334444' } }, false],
    ['an accent', { firstName: 'Rósa' }, false],
    ['capital letters', { firstName: 'ROSA' }, false],
  ])('with %s of one of them: %#', async (_title, change, isRemembered) => {
    const names = namesakes();
    const own = { ...passport(randomUUID()), preferredEmail: `${randomUUID()}@andes.example` };
    const known = { ...names, ...own };
    const [one, other] = [await person(names), await person(known)];
    await decide('dismiss', [one, other]);
    expect((await staff.put(other.path, change)).status).toBe(200);
    expect(await alike(one)).toEqual(isRemembered ? [] : uuidsOf([other]));
    expect((await staff.put(other.path, known)).status).toBe(200);
    expect(await alike(one)).toEqual(isRemembered ? [] : uuidsOf([other]));
  });

  test('is in the groups again once a second name made somebody forget it', async () => {
    const names = namesakes();
    const both = [await person(names), await person(names)] as const;
    await expect.poll(() => groupsWith([...both])).toEqual(sets([...both]));
    await decide('dismiss', [...both]);
    expect(await groupsWith([...both])).toEqual([]);
    expect((await staff.put(both[1].path, { middleName: 'Eva' })).status).toBe(200);
    await expect.poll(() => groupsWith([...both])).toEqual(sets([...both]));
  });

  test('is none in a group that was kept before, nor in the queue', async () => {
    const names = namesakes();
    const both = [
      await person({ ...names, ...passport('K1') }),
      await person({ ...names, ...passport('K2') }),
    ];
    const uuids = uuidsOf(both);
    await w.db.asPlatform(
      (tx) => tx`
        insert into duplicate_groups (tenant_uuid, kind, key, contact_uuids, group_key)
        values (${tenant.tenantUuid}, 1, 1, ${uuids}::uuid[], ${randomUUID()})`,
    );
    expect(await groupsWith(both)).toEqual([]);
    const { body } = await admin.get('/api/work-queue?kind=DUPLICATE&size=100');
    expect(JSON.stringify(body)).not.toContain(uuids[0]);
  });

  test('is dismissed of the record that stays when one of the two is merged into it', async () => {
    const names = namesakes();
    const all = [await person(names), await person(names), await person(names)];
    const [one, other, third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
    await decide('dismiss', [one, other]);
    await admin.post(`${third.path}/merge`, { fromContactUuid: one.contactUuid });
    expect(await alike(third)).toEqual([]);
    await expect.poll(() => groupsWith(all)).toEqual([]);
    expect((await decide('undismiss', [third, other])).status).toBe(204);
    expect(await alike(third)).toEqual(uuidsOf([other]));
  });

  test('is dismissed by administrators and by who manages both; other input is refused', async () => {
    const [one, other] = [await person(), await person()];
    const same = await decide('dismiss', [one, one]);
    expect([same.status, same.body.errors[0].field]).toEqual([400, 'contactUuids[1]']);
    for (const contactUuids of [[], [one.contactUuid], [one, other, one], ['x', 'y'], null]) {
      const { status, body } = await admin.post('/api/contacts/duplicates/undismiss', {
        contactUuids,
      });
      expect([status, body.errors[0].field.startsWith('contactUuids')]).toEqual([400, true]);
    }
    expect((await decide('dismiss', [one, { contactUuid: randomUUID() }])).status).toBe(404);
    expect((await decide('dismiss', [one, other], staff)).status).toBe(403);
    expect((await decide('undismiss', [one, other], staff)).status).toBe(403);
    const foreign = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await decide('dismiss', [one, other], foreign)).status).toBe(404);
    const manager = await tenant.as('TENANT_STAFF');
    const own = { ...contactInput(tenant.tenantUuid, uuidOf(manager)), ...namesakes() };
    const made = [];
    for (let at = 0; at < 2; at++)
      made.push(
        (await manager.post('/api/contacts', { ...own, identityId: null, identityType: null }))
          .body,
      );
    expect((await decide('dismiss', made, manager)).status).toBe(204);
    expect((await decide('dismiss', [made[0], one], manager)).status).toBe(403);
  });
});
