import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { furnish } from './platform.ts';
import { fillFirm, scale } from './scale-data.ts';

type Question = { path: string; body?: object };
type Questions = (n: number) => Question;

const [connections, asked] = [16, 640];

/**
 * What people ask of a large firm: 200,000 contacts, 50,000 households and as many staff, among
 * twenty firms. Sixteen callers at a time, each question another one.
 */
export async function measureScale({ check, print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off' });
  const { headers, tenantUuid } = await furnish(atrium.address, dataDir);
  const sql = postgres({ ...atrium.superuser(), max: 1, onnotice: () => undefined });
  const { managers } = await fillFirm(sql, tenantUuid, 1);
  for (let n = 1; n < scale.tenants; n++) {
    const other = randomUUID();
    await sql`insert into tenants (tenant_uuid, name, code) values (${other}, ${`Firm ${n}`}, ${`F${n}`})`;
    await fillFirm(sql, other, 0.1);
  }
  await sql`vacuum analyze`;
  const uuids = async (column: string, table: string) => {
    const rows = await sql`
      select ${sql(column)} as uuid from ${sql(table)} where tenant_uuid = ${tenantUuid} limit 1000`;
    return rows.map((row) => row.uuid as string);
  };
  const [contacts, households] = [
    await uuids('contact_uuid', 'contacts'),
    await uuids('household_uuid', 'households'),
  ];
  await sql.end();

  const filter = (field: string, value: string): Question => ({
    path: '/api/v2/contacts',
    body: { filters: [{ field, operator: 'EQUALS', value }] },
  });
  const questions: [string, number, Questions][] = [
    ['one contact', 30, (n) => ({ path: `/api/contacts/${contacts[n % 1000]}` })],
    [
      'duplicates of a contact',
      30,
      (n) => ({ path: `/api/contacts/${contacts[n % 1000]}/duplicates` }),
    ],
    ['contacts, a page', 30, (n) => ({ path: `/api/contacts?page=${n % 50}` })],
    ['contacts, a deep page', 30, (n) => ({ path: `/api/contacts?page=${1000 + n}&size=100` })],
    [
      'contacts by last name',
      30,
      (n) => ({ path: `/api/contacts?sort=paternalLastName&page=${n % 50}` }),
    ],
    ['contacts by e-mail', 30, (n) => ({ path: `/api/contacts?searchTerm=c${n * 311}@clients` })],
    ['contacts by two names', 30, (n) => ({ path: `/api/contacts?searchTerm=elena+rojasez${n}` })],
    ['contacts of a manager', 30, (n) => filter('contactManagerId', managers[n % 200] ?? '')],
    ['contacts of a stage', 30, () => filter('stageName', 'LEAD')],
    ['households, a page', 30, (n) => ({ path: `/api/households?page=${n % 50}` })],
    [
      'households by name',
      30,
      (n) => ({ path: `/api/households/search?searchTerm=soto+${n * 7}` }),
    ],
    [
      'one household in detail',
      30,
      (n) => ({ path: `/api/households/${households[n % 1000]}/detail` }),
    ],
    ['statistics', 20, () => ({ path: `/api/tenants/${tenantUuid}/stats` })],
    [
      'staff by a name with many near words',
      80,
      (n) => ({ path: `/api/tenant-staff/search?name=Munozez${n % 997}` }),
    ],
    [
      'staff by a name that thousands bear',
      80,
      (n) => ({
        path: `/api/tenant-staff/search?name=${['elena', 'rojas', 'tom', 'soto'][n % 4]}`,
      }),
    ],
    [
      'staff by a name with a typo',
      20,
      (n) => ({ path: `/api/tenant-staff/search?name=Contrerasze${n % 997}` }),
    ],
  ];
  for (const [name, limit, question] of questions) {
    const alone = await times(atrium.address, headers, question, 1, 60);
    const together = await times(atrium.address, headers, question, connections, asked);
    print(`        ${name}: alone p50 ${alone.p50.toFixed(1)} ms, p95 ${alone.p95.toFixed(1)} ms`);
    check(`${name}, p95 of ${connections} at a time`, together.p95, 'ms', { atMost: limit });
  }
  await atrium.stop();
}

/** How long answers take, in milliseconds, with so many callers that each wait for theirs. */
async function times(
  address: string,
  headers: Record<string, string>,
  question: Questions,
  callers: number,
  count: number,
) {
  const taken: number[] = [];
  let next = 0;
  const caller = async () => {
    while (next < count) {
      const { path, body } = question(next++);
      const began = performance.now();
      const response = await fetch(`${address}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      taken.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const sorted = taken.slice(callers).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
