import { ask, type Headers, signIn } from '@atrium/api-client/test-support/call-api.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import type { Attack } from './hostile-attack.ts';
import { fillFirm, scale } from './scale-data.ts';

type Started = { address: string; superuser: () => object };

/** Makes another firm: its people, signed in, with an administrator first, and its contacts. */
export async function openHostileFirm(
  { address, superuser }: Started,
  root: Headers,
  { people, contacts }: { people: number; contacts: number },
): Promise<Attack> {
  const call = ask(address);
  const { body: tenant } = await call(
    'POST',
    '/api/tenants',
    { name: 'Other', code: 'OTHER' },
    root,
  );
  const { tenantUuid } = tenant as { tenantUuid: string };
  const password = 'a long enough password';
  const signedIn: Headers[] = [];
  for (let at = 0; at < people; at++) {
    const email = `person${at}@other.example`;
    const person = {
      tenantUuid,
      firstName: 'Eva',
      paternalLastName: `Otra ${at}`,
      userEmail: email,
      email,
      password,
      confirmPassword: password,
      staffType: at === 0 ? 'ADMIN' : 'ADVISOR',
      staffRole: 'ADVISOR',
      legalResidence: 'CL',
      timeZone: 'America/Santiago',
      platformLanguage: 'SPANISH',
      commissionCurrency: 'CLP',
    };
    await call('POST', '/api/tenant-staff', person, root);
    signedIn.push(await signIn(call, email, password));
  }
  const sql = openSql(superuser());
  await fillFirm(sql, tenantUuid, contacts / scale.contacts);
  await sql.end();
  return { tenantUuid, people: signedIn };
}
