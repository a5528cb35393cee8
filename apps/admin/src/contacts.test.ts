import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { world } from '@atrium/platform/test-support/world.ts';
import { afterAll, expect, test } from 'vitest';
import { atrium as runHere } from '../test-support/run-atrium.ts';

const w = await world();
const url = `http://127.0.0.1:${await w.listen()}`;
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');
const manager = (await tenant.staff()).tenantStaffUuid;
const directory = mkdtempSync(join(tmpdir(), 'atrium-contacts-'));
afterAll(() => rmSync(directory, { recursive: true }));

const token = String(admin.identity.authorization).replace('Bearer ', '');
const atrium = (...args: string[]) => runHere(args, { ATRIUM_URL: url, ATRIUM_TOKEN: token });

function file(name: string, lines: string[]): string {
  const path = join(directory, name);
  writeFileSync(path, lines.join('\r\n'));
  return path;
}

const defaults = [
  'contactType=PROSPECT',
  'contactMeans=EMAIL',
  'preferredContactLanguage=SPANISH',
  `contactManagerId=${manager}`,
].flatMap((each) => ['--default', each]);

test('contacts come from a file, and refused rows are printed by line with their reasons', async () => {
  const path = file('people.csv', [
    'Nombre;Paternal last name;Gender;Colour',
    'Elena;Fuentes;FEMALE;red',
    'Inés;Rojas;WRONG;blue',
    ';Soto;MALE;green',
    'Andrés;Núñez;MALE;',
  ]);
  const args = ['contacts', 'import', path, '--map', 'Nombre=firstName', ...defaults];
  const dry = await atrium(...args, '--dry-run');
  expect([dry.code, dry.out]).toEqual([1, expect.stringContaining('2 would be taken, 2 refused')]);
  const { code, out, err } = await atrium(...args);
  expect([code, err]).toEqual([1, expect.stringContaining('Colour')]);
  expect(out).toMatch(/^2 taken, 2 refused\nline 3: gender .+\nline 4: firstName .+\n$/);
  const { body } = await admin.get('/api/contacts');
  expect(body.content.map((each: { firstName: string }) => each.firstName).sort()).toEqual([
    'Andrés',
    'Elena',
  ]);
});

test('what cannot be read as contacts ends with one sentence', async () => {
  const empty = await atrium('contacts', 'import', file('empty.csv', []));
  expect([empty.code, empty.err]).toEqual([
    1,
    `atrium: ${join(directory, 'empty.csv')} is empty\n`,
  ]);
  const odd = await atrium('contacts', 'import', file('odd.csv', ['a;b', '1;2']));
  expect([odd.code, odd.err]).toEqual([1, expect.stringContaining('firstName is in no column')]);
  expect(odd.err.trim().split('\n')).toHaveLength(1);
  const wrong = await atrium('contacts', 'import', 'x.csv', '--default', 'status');
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('NAME=TEXT')]);
  const lost = await atrium('contacts', 'import', '--follow', crypto.randomUUID());
  expect([lost.code, lost.err]).toEqual([1, expect.stringContaining('404')]);
});

test('contacts go to a file that only its owner reads, and come back by import', async () => {
  const target = join(directory, 'out.csv');
  const { code, err } = await atrium('contacts', 'export', '--out', target);
  expect([code, err]).toEqual([0, `Contacts in ${target}\n`]);
  expect(statSync(target).mode & 0o077).toBe(0);
  const [header = '', ...rows] = readFileSync(target, 'utf8').trim().split('\r\n');
  expect(header).toMatch(/^\ufeff?contactUuid,firstName/);
  expect(rows).toHaveLength(2);
  const found = await atrium('contacts', 'export', '--search', 'Fuentes');
  expect(found.out.trim().split('\r\n')).toHaveLength(2);
  const again = await atrium('contacts', 'import', target, '--dry-run');
  expect([again.code, again.out]).toEqual([0, '0 would be taken, 2 there already, 0 refused\n']);
  expect(existsSync(`${target}.part`)).toBe(false);
});
