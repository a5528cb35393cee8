import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../testing/client.ts';
import { world } from '../testing/world.ts';

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
