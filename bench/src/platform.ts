import { readFileSync } from 'node:fs';
import { ask, type Headers } from '@atrium/api-client/test-support/call-api.ts';

/** Signs in, makes a tenant with an adviser and a full contact; answers what the bench calls with. */
export async function furnish(address: string, dataDir: string) {
  const call = ask(address);
  const { email, password } = JSON.parse(
    readFileSync(`${dataDir}/bootstrap-credentials.json`, 'utf8'),
  );
  const root = await signIn(email, password);
  const { body: tenant } = await call(
    'POST',
    '/api/tenants',
    { name: 'Bench', code: 'BENCH' },
    root,
  );
  const adviser = { email: 'adviser@bench.example', password: 'a long enough password' };
  await call(
    'POST',
    '/api/tenant-staff',
    {
      tenantUuid: tenant.tenantUuid,
      firstName: 'Matías',
      paternalLastName: 'Soto',
      userEmail: adviser.email,
      email: adviser.email,
      password: adviser.password,
      confirmPassword: adviser.password,
      staffType: 'ADVISOR',
      staffRole: 'ADVISOR',
      legalResidence: 'CL',
      timeZone: 'America/Santiago',
      platformLanguage: 'SPANISH',
      commissionCurrency: 'CLP',
    },
    root,
  );
  const headers = await signIn(adviser.email, adviser.password);
  const contact = {
    firstName: 'Elena',
    paternalLastName: 'Fuentes',
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
    firmId: tenant.tenantUuid,
    firmType: 'TENANT',
    contactManagerId: headers['x-user-id'],
    contactManagerFirmType: 'TENANT',
    status: 'ACTIVE',
    dateOfBirth: '1975-05-12',
    gender: 'FEMALE',
    maritalStatus: 'MARRIED',
    preferredEmail: 'elena@clients.example',
    preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '912345678' },
  };
  const { status, body } = await call('POST', '/api/contacts', contact, headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return {
    root,
    headers,
    contact,
    tenantUuid: tenant.tenantUuid as string,
    contactUuid: body.contactUuid as string,
  };

  async function signIn(userEmail: string, secret: string): Promise<Headers> {
    const { body: tokens } = await call('POST', '/api/auth/login', {
      email: userEmail,
      password: secret,
    });
    const { user, accessToken } = tokens;
    return {
      authorization: `Bearer ${accessToken}`,
      'x-tenant-uuid': user.tenantUuid,
      'x-user-id': user.userUuid,
      'x-user-email': user.email,
      'x-user-type': user.userType,
    };
  }
}
