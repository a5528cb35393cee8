import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { personalDataIn } from '../../test-support/personal-data.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import { recordEvent } from '../events.ts';

const w = await world({}, { own: true });

test.each([
  ['an e-mail address', { contact: 'elena@example.com' }],
  ['a name', { first: 'Elena' }],
  ['a full name', { person: 'elena fuentes' }],
  ['a name with an accent', { first: 'núñez' }],
  ['a phone number', { phoneNumber: '+56912345678' }],
  ['digits that are a phone number', { number: '912345678' }],
  ['a RUT', { rut: '12.345.678-5' }],
  ['a date of birth', { born: '1975-05-12' }],
  ['an amount', { income: '125000.50' }],
  ['a web address', { link: 'https://atrium.example/set-password?token=abc' }],
  ['an address of the network', { from: '10.0.0.1' }],
  ['a word under a telling name', { lastName: 'fuentes' }],
])('%s in an event is found', (_, attributes) => {
  expect(personalDataIn([{ eventType: 'contact.created', attributes }])).toHaveLength(1);
});

test('identifiers, counts and fixed words are let through', () => {
  const attributes = {
    hostUuid: randomUUID(),
    rowCount: '1204',
    addressCount: '2',
    active: 'true',
    contactType: 'PROSPECT',
    employmentStatus: 'self-employed',
    list: 'contacts',
  };
  expect(personalDataIn([{ eventType: 'export.completed', attributes }])).toEqual([]);
});

test('every world looks through what its tests recorded', async () => {
  const { tenantUuid } = await w.tenant();
  const leak = () =>
    w.db.asTenant(tenantUuid, system, (tx) =>
      recordEvent(tx, {
        eventType: 'contact.created',
        entityType: 'CONTACT',
        entityId: randomUUID(),
        attributes: { first: 'Elena' },
      }),
    );
  await leak();
  expect(await w.personalData()).toEqual(['contact.created first=Elena']);
  await w.sql.begin(async (sql) => {
    await sql`select set_config('atrium.tenant', ${tenantUuid}, true)`;
    await sql`delete from events where attributes ? 'first'`;
  });
  expect(await w.personalData()).toEqual([]);
});
