import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';

const w = await world();
let reader: Client;

const people: [string, string | null, string, string | null][] = [
  ['Martín', null, 'Sepúlveda', 'Araya'],
  ['Martina', 'Inés', 'Araya', null],
  ['María', 'José', 'San Martín', 'Ñancupil'],
  ['Ana', null, "O'Higgins", null],
  ['Mariana', null, 'Torres', 'Soto'],
  ['Percy', null, '100%_sure\\', null],
];

beforeAll(async () => {
  const tenant = await w.tenant();
  reader = await tenant.as('TENANT_STAFF');
  for (const [firstName, middleName, paternalLastName, maternalLastName] of people)
    await tenant.staff({ firstName, middleName, paternalLastName, maternalLastName });
  await (await w.tenant()).staff({ firstName: 'Martín', paternalLastName: 'Elsewhere' });
  const gone = await tenant.staff({ firstName: 'Martín', paternalLastName: 'Departed' });
  const admin = await tenant.as('TENANT_ADMIN');
  const { tenantStaffUuid } = gone;
  await admin.delete(`/api/tenant-staff/${tenantStaffUuid}`, {
    staffUuidToDelete: tenantStaffUuid,
  });
});

async function search(name: string, query = '') {
  const answer = await reader.get(
    `/api/tenant-staff/search?name=${encodeURIComponent(name)}${query}`,
  );
  expect(answer.status, name).toBe(200);
  return answer.body;
}

const found = async (name: string, query = '') =>
  (await search(name, query)).content.map(
    (each: { firstName: string; paternalLastName: string }) =>
      `${each.firstName} ${each.paternalLastName}`,
  );

test.each([
  [
    'a name, whole words before beginnings',
    'martin',
    ['María San Martín', 'Martín Sepúlveda', 'Martina Araya'],
  ],
  ['words in any order, without accents', 'araya MARTIN', ['Martín Sepúlveda', 'Martina Araya']],
  ['a middle name', 'ines', ['Martina Araya']],
  ['a maternal last name with a tilde', 'nancupil', ['María San Martín']],
  ['the beginning of two names', 'mar tor', ['Mariana Torres']],
  ['two letters at the beginning of a name', 'to', ['Mariana Torres']],
  ['an apostrophe', "o'hig", ["Ana O'Higgins"]],
  ['a typo', 'Tores', ['Mariana Torres']],
  ['one of five letters wrong', 'perzy', ['Percy 100%_sure\\']],
  ['a typo beside a word that is right', 'sepulbeda martin', ['Martín Sepúlveda']],
  ['signs that a pattern would read', '100%_sure\\', ['Percy 100%_sure\\']],
  ['a percent sign, which is no wildcard', '%%%', []],
  ['quotes and placeholders', "');$q$ %L %s", []],
  ['nobody', 'zzyzx', []],
])('staff are found by %s', async (_title, name, expected) => {
  expect(await found(name)).toEqual(expected);
});

test('a stated sort comes before the rank, and pages neither lose nor repeat', async () => {
  const byName = ['Martina Araya', 'Martín Sepúlveda', 'María San Martín'];
  expect(await found('martin', '&sort=firstName,desc')).toEqual(byName);
  const pages = await Promise.all([0, 1, 2].map((page) => found('martin', `&size=1&page=${page}`)));
  expect(new Set(pages.flat()).size).toBe(3);
  expect(await search('martin', '&size=1&page=9')).toMatchObject({
    content: [],
    totalElements: 3,
    totalPages: 3,
    number: 9,
  });
});

test('whoever is renamed or leaves is found by the present name only, and once', async () => {
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  const rosa = { firstName: 'Rosa', middleName: 'Rosalba', paternalLastName: 'Barrosa' };
  const { tenantStaffUuid } = await tenant.staff(rosa);
  const count = async (name: string) =>
    (await admin.get(`/api/tenant-staff/search?name=${name}`)).body.totalElements;
  const counts = (...names: string[]) => Promise.all(names.map(count));
  expect(await counts('ros', 'rosa', 'osa', 'rossa', 'rosalba')).toEqual([1, 1, 1, 1, 1]);
  await admin.put(`/api/tenant-staff/${tenantStaffUuid}`, { middleName: 'Quezada' });
  expect(await counts('rosalba', 'quezada', 'rosa q')).toEqual([0, 1, 1]);
  await admin.delete(`/api/tenant-staff/${tenantStaffUuid}`, {
    staffUuidToDelete: tenantStaffUuid,
  });
  expect(await counts('rosa', 'quezada')).toEqual([0, 0]);
});

describe('among two thousand whose last names differ by a digit or two', () => {
  let admin: Client;
  beforeAll(async () => {
    const tenant = await w.tenant();
    const { tenantUuid } = tenant;
    admin = await tenant.as('TENANT_ADMIN');
    await w.db.asTenant(
      tenantUuid,
      system,
      (tx) => tx`
        insert into staff_members (tenant_uuid, staff_uuid, first_name, paternal_last_name, user_email, email,
          staff_type, staff_role, legal_residence, time_zone, platform_language, commission_currency)
        select ${tenantUuid}, gen_random_uuid(), 'Elena', 'Muñoz' || n, n || '@staff.example', n || '@staff.example',
          'ADVISOR', 'ADVISOR', 'CL', 'UTC', 'SPANISH', 'CLP' from generate_series(1, 2000) n`,
    );
    await w.sql`analyze`;
  });

  async function lastNames(name: string, query = '&size=100') {
    const { status, body } = await admin.get(
      `/api/tenant-staff/search?name=${encodeURIComponent(name)}${query}`,
    );
    expect(status).toBe(200);
    const names: string[] = body.content.map(
      (each: { paternalLastName: string }) => each.paternalLastName,
    );
    return { names, total: body.totalElements };
  }

  test('the one as written comes first, then those with one digit wrong, then a few with two', async () => {
    const { names, total } = await lastNames('munoz1234');
    expect(total).toBe(41);
    expect(names[0]).toBe('Muñoz1234');
    const wrong = names.slice(1).map((name) => (isOneOff('Muñoz1234', name) ? 1 : 2));
    expect(wrong).toEqual([...Array(31).fill(1), ...Array(9).fill(2)]);
    const pages = await Promise.all(
      [0, 1, 2].map((page) => lastNames('munoz1234', `&size=20&page=${page}`)),
    );
    expect(pages.flatMap((page) => page.names)).toEqual(names);
    expect(pages.map((page) => page.total)).toEqual([41, 41, 41]);
  });

  test.each([
    ['munoz12', 111],
    ['ñoz12', 111],
    ['elena', 2000],
    ['e m', 2000],
    ['elenna munoz12', 147],
    ['m munoz12', 111],
  ])('everybody who has %s in the name is found', async (name, total) => {
    expect((await lastNames(name)).total).toBe(total);
  });

  test('pages of a name that many bear or begin with are of one order, to the last', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3].map((page) => lastNames('munoz12', `&size=30&page=${page}`)),
    );
    expect(pages.map((page) => page.total)).toEqual([111, 111, 111, 111]);
    const [first, ...others] = pages.flatMap((page) => page.names);
    expect(first).toBe('Muñoz12');
    expect(others).toEqual([...new Set(others)].sort());
    expect(others).toHaveLength(110);
    const amid = await lastNames('lena', '&size=30');
    expect(amid.total).toBe(2000);
    expect((await lastNames('elena', '&size=30')).names).toEqual(amid.names);
  });

  test('sixteen at a time are answered, each with the right one first', async () => {
    const numbers = Array.from({ length: 16 }, (_, n) => 1000 + n * 61);
    const answers = await Promise.all(numbers.map((n) => lastNames(`munoz${n}`)));
    expect(answers.map(({ names }) => names[0])).toEqual(numbers.map((n) => `Muñoz${n}`));
  });
});

/** Returns whether two words differ by one letter that is another, or missing in one of them. */
function isOneOff(a: string, b: string): boolean {
  const start = [...a].findIndex((letter, at) => letter !== b[at]);
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}
