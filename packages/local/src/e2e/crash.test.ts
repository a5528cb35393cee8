import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ask, type Headers, signIn } from '../../../../scripts/tour-steps.ts';
import { bootAtrium } from './atrium.ts';

const contacts = 1_000;
const atrium = await bootAtrium();
afterAll(atrium.stop);
const call = ask(atrium.address);

test('killing the platform and analytics amid 1,000 creations loses nothing and doubles nothing', async () => {
  const { email, password } = atrium.readSignIns();
  const root = await signIn(call, email, password);
  const adviser = await createAdviser(root);
  const acknowledged = new Set<string>();
  let next = 0;
  let done = 0;
  const killings = new Map<number, () => void>([
    [200, () => atrium.kill('platform')],
    [400, () => atrium.kill('analytics')],
    [600, () => atrium.kill('platform')],
    [800, () => [atrium.kill('analytics'), atrium.kill('platform')]],
  ]);

  async function work(): Promise<void> {
    while (next++ < contacts) {
      acknowledged.add(await createContact(adviser, randomUUID()));
      killings.get(++done)?.();
    }
  }
  await Promise.all(Array.from({ length: 16 }, work));
  expect(acknowledged.size).toBe(contacts);

  const stored = new Set<string>();
  for (let page = 0; page * 100 < contacts; page++) {
    const { body } = await call('GET', `/api/contacts?page=${page}&size=100`, undefined, adviser);
    expect(body.totalElements).toBe(contacts);
    for (const contact of body.content) stored.add(contact.contactUuid);
  }
  expect(stored).toEqual(acknowledged);
  await expect.poll(() => countEvents(adviser), { timeout: 60_000, interval: 250 }).toBe(contacts);
}, 180_000);

/** Creates one contact, again and again with the same key until the platform acknowledges it. */
async function createContact(adviser: Headers, key: string): Promise<string> {
  const body = {
    firstName: 'Elena',
    paternalLastName: 'Fuentes',
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
    firmId: adviser['x-tenant-uuid'],
    firmType: 'TENANT',
    contactManagerId: adviser['x-user-id'],
    contactManagerFirmType: 'TENANT',
    status: 'ACTIVE',
  };
  for (;;) {
    const answer = await call('POST', '/api/contacts', body, {
      ...adviser,
      'idempotency-key': key,
    }).catch(() => undefined);
    if (answer?.status === 200) return answer.body.contactUuid;
    // Dead, or not all there yet, or the first attempt is still being rolled back.
    if (answer && ![409, 500, 503].includes(answer.status)) throw new Error(JSON.stringify(answer));
    await new Promise((again) => setTimeout(again, 50));
  }
}

async function createAdviser(root: Headers): Promise<Headers> {
  const { body: tenant } = await call(
    'POST',
    '/api/tenants',
    { name: 'Andes', code: 'ANDES' },
    root,
  );
  const email = 'adviser@staff.example';
  const password = 'a long enough password';
  await call(
    'POST',
    '/api/tenant-staff',
    {
      tenantUuid: tenant.tenantUuid,
      firstName: 'Matías',
      paternalLastName: 'Soto',
      userEmail: email,
      email,
      password,
      confirmPassword: password,
      staffType: 'ADVISOR',
      staffRole: 'ADVISOR',
      legalResidence: 'CL',
      timeZone: 'America/Santiago',
      platformLanguage: 'SPANISH',
      commissionCurrency: 'CLP',
    },
    root,
  );
  return signIn(call, email, password);
}

async function countEvents(adviser: Headers): Promise<number> {
  const now = Temporal.Now.instant();
  const timeRange = {
    from: now.subtract({ hours: 1 }).toString(),
    to: now.add({ hours: 1 }).toString(),
  };
  const query = { eventType: 'contact.created', timeRange, aggregations: [{ function: 'COUNT' }] };
  const { status, body } = await call('POST', '/api/analytics/query', query, adviser);
  return status === 200 ? (body.rows[0]?.values[0] ?? 0) : 0;
}
