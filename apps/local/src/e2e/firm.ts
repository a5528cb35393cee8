import { randomUUID } from 'node:crypto';
import { ask, type Call, type Headers, signIn } from '@atrium/api-client/test-support/call-api.ts';
import type { bootAtrium } from './atrium.ts';

type StaffType = 'ADVISOR' | 'ADMIN';

/** A firm with one adviser, or administrator, signed in, and what the fault tests do as that person. */
export async function openFirm(
  atrium: Awaited<ReturnType<typeof bootAtrium>>,
  staffType: StaffType = 'ADVISOR',
) {
  const call = ask(atrium.address);
  const { email, password } = atrium.readSignIns();
  const root = await signIn(call, email, password);
  const account = await createStaff(call, root, staffType);
  const adviser = await signIn(call, account.email, account.password);

  const contact = {
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

  /** Every contact there is, or everyone of a first name, by pages. */
  async function listContacts(firstName?: string): Promise<string[]> {
    const found: string[] = [];
    for (let page = 0; ; page++) {
      const { body } = await call('GET', `/api/contacts?page=${page}&size=100`, undefined, adviser);
      for (const each of body.content)
        if (!firstName || each.firstName === firstName) found.push(each.contactUuid);
      if (body.last) return found;
    }
  }

  /** Returns the number of events of a type that analytics counts; -1 while it does not answer. */
  async function countEvents(eventType: string): Promise<number> {
    const now = Temporal.Now.instant();
    const timeRange = {
      from: now.subtract({ hours: 6 }).toString(),
      to: now.add({ hours: 1 }).toString(),
    };
    const query = { eventType, timeRange, aggregations: [{ function: 'COUNT' }] };
    const { status, body } = await call('POST', '/api/analytics/query', query, adviser);
    if (status !== 200) throw new Error(`The count was answered ${status}: ${body.detail}`);
    return body.rows[0]?.values[0] ?? 0;
  }

  return { call, root, account, adviser, contact, listContacts, countEvents };
}

async function createStaff(call: Call, root: Headers, staffType: StaffType) {
  const code = `F-${randomUUID().slice(0, 8)}`;
  const { body: tenant } = await call('POST', '/api/tenants', { name: 'Andes', code }, root);
  const email = `${code.toLowerCase()}@staff.example`;
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
      staffType,
      staffRole: 'ADVISOR',
      legalResidence: 'CL',
      timeZone: 'America/Santiago',
      platformLanguage: 'SPANISH',
      commissionCurrency: 'CLP',
    },
    root,
  );
  return { email, password };
}
