import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  ask,
  expectStatus,
  post,
  say,
  signIn,
  until,
} from '@atrium/api-client/test-support/call-api.ts';
import { tourHandover } from './tour-handover.ts';
import { tourHousehold } from './tour-household.ts';
import { tourMachine } from './tour-machine.ts';
import { tourSecondFactor } from './tour-second-factor.ts';
import { firstLines, inThirtyDays, lastDay } from './tour-values.ts';

/**
 * A client's way from first contact to first login, a household and a first meeting, over HTTP
 * against a running platform, each step printed with what came back. `BASE_URL` and `DATA_DIR` say
 * which platform.
 */
const dataDir = resolve(process.env.DATA_DIR ?? '.data');
const baseUrl = process.env.BASE_URL ?? `http://127.0.0.1:${process.env.PORT ?? 8080}`;
const run = Date.now().toString(36);
const call = ask(baseUrl);

say(`Tour of ${baseUrl}\n`);
const bootstrap = JSON.parse(await readFile(join(dataDir, 'bootstrap-credentials.json'), 'utf8'));

say('1. The system administrator signs in');
const root = await signIn(call, bootstrap.email, bootstrap.password);

say(
  '2. Two tenants; in the first an administrator and an adviser, who sign in with a second factor',
);
const tenant = await createTenant(`Andes ${run}`);
const otherTenant = await createTenant(`Tagus ${run}`);
const admin = await createStaff(tenant, 'ADMIN', 'Carolina', root);
const adviser = await createStaff(tenant, 'ADVISOR', 'Matías', admin);
const stranger = await createStaff(otherTenant, 'ADVISOR', 'Inês', root);

await tourSecondFactor(call, adviser, `Matías's own long password`);

say('3. The adviser takes a client on');
const contact = expectStatus(
  200,
  await call(
    'POST',
    '/api/contacts',
    {
      firstName: 'Elena',
      paternalLastName: 'Fuentes',
      contactType: 'PROSPECT',
      contactMeans: 'EMAIL',
      preferredContactLanguage: 'SPANISH',
      firmId: tenant,
      firmType: 'TENANT',
      contactManagerId: adviser['x-user-id'],
      contactManagerFirmType: 'TENANT',
      status: 'ACTIVE',
    },
    adviser,
  ),
);
const path = `/api/contacts/${contact.contactUuid}`;
expectStatus(
  200,
  await call(
    'PUT',
    path,
    {
      stageName: await firstOf('stages'),
      contactSource: await firstOf('sources'),
      segmentName: await firstOf('segments'),
      annualIncome: '180000.50',
      liquidNetWorth: '950000',
      displayName: 'Elena Fuentes',
    },
    adviser,
  ),
);
expectStatus(
  200,
  await call(
    'PUT',
    path,
    {
      countryOfBirth: 'CHL',
      primaryCountryOfCitizenship: 'CHL',
      relatedToPEP: false,
      directorOrTenPercentShareholder: false,
      pepEntries: [],
      identityDocuments: [
        {
          specificationData: {
            specificationType: 'CHILE_RUT_CARD',
            country: 'CHL',
            identityId: '12.345.678-5',
            issuingAuthority: 'Registro Civil',
          },
        },
      ],
      addresses: [
        {
          streetName: 'Av. Apoquindo',
          streetNumber: '3000',
          city: 'Santiago',
          country: 'CHL',
          addressType: 'HOME',
          contactAddressType: 'COMPLIANCE',
          isPrimary: true,
        },
      ],
    },
    adviser,
  ),
);
const email = `elena.${run}@clients.example`;
expectStatus(
  200,
  await call('PUT', path, { primaryEmail: email, preferredContactLanguage: 'SPANISH' }, adviser),
);
expectStatus(200, await call('POST', `${path}/credentials/init`, {}, adviser));
const mail = await until('the mail is in the mailbox', async () => {
  const { body } = await call('GET', '/dev/mailbox.json');
  return body.find((each: { to: string }) => each.to === email);
});
say(`   mail    "${mail.subject}" to ${mail.to}`);
const token = new URL(mail.links[0]).searchParams.get('token');
expectStatus(
  204,
  await call('POST', '/api/auth/password-reset/confirm', {
    token,
    password: 'una contraseña larga',
  }),
);
const client = await signIn(call, email, 'una contraseña larga');

say('4. Her household: who belongs to it, and what it holds');
await tourHousehold(call, adviser, contact.contactUuid, run);

say('5. They meet: the invitation comes by mail, and its link takes the answer');
const meeting = expectStatus(
  201,
  await call(
    'POST',
    '/api/v1/meetings',
    {
      title: 'Revisión anual',
      ...inThirtyDays(),
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
      meetingLink: 'https://meet.example/andes',
      internalNotes: 'Considers selling the farm',
      contactIds: [contact.contactUuid],
      externalAttendees: [
        { email: `lawyer.${run}@guests.example`, name: 'Grace Hale', language: 'ENGLISH' },
      ],
    },
    adviser,
  ),
);
const meetingPath = `/api/v1/meetings/${meeting.meetingUuid}`;
const invitation = await until('the invitation is in the mailbox', async () => {
  const { body } = await call('GET', '/dev/mailbox.json');
  return body.find(
    (each: { to: string; subject: string }) => each.to === `lawyer.${run}@guests.example`,
  );
});
say(`   mail    "${invitation.subject}" to ${invitation.to}`);
for (const line of invitation.text.trim().split('\n').filter(Boolean)) say(`           ${line}`);
const [calendar] = invitation.attachments;
say(`   with    ${calendar.contentType}: ${firstLines(calendar.content)}`);
const answerLink = new URL(
  invitation.links.find((link: string) => link.includes('status=ACCEPTED')),
);
const opened = await call('GET', answerLink.pathname + answerLink.search);
const page = expectStatus(200, { ...opened, label: `GET ${answerLink.pathname}` });
say(`   page    "${/<title>([^<]*)/.exec(page)?.[1]}" asks, and has written nothing`);
expectStatus(
  200,
  await post(baseUrl + answerLink.pathname, {
    status: 'ACCEPTED',
    token: answerLink.searchParams.get('token') ?? '',
  }),
);
expectStatus(200, await call('PUT', `${meetingPath}/rsvp`, { status: 'ACCEPTED' }, client));
const { participants } = expectStatus(200, await call('GET', meetingPath, undefined, adviser));
for (const { name, rsvpStatus } of participants) say(`   ${name.padEnd(16)} ${rsvpStatus}`);

say('6. Analytics counts what the platform recorded by itself, for this tenant only');
// This tour has done in the first tenant: a contact, three updates, four sign-ins, two answers.
for (const [eventType, due] of [
  ['contact.created', 1],
  ['contact.updated', 3],
  ['login.success', 4],
  ['meeting.rsvp', 2],
] as const) {
  const query = {
    eventType,
    timeRange: lastDay(),
    granularity: 'DAY',
    groupBy: [{ field: 'actorType' }],
    aggregations: [{ function: 'COUNT', alias: 'count' }],
  };
  const rows = await until(`${eventType} is counted`, async () => {
    const answer = await call('POST', '/api/analytics/query', query, adviser);
    const found: { values: [string, string, number] }[] = answer.body.rows ?? [];
    return found.reduce((sum, { values }) => sum + values[2], 0) === due ? found : undefined;
  });
  for (const { values } of rows) say(`   ${eventType.padEnd(16)} ${values.join('  ')}`);
}

say('7. A machine creates a contact, and a webhook tells of it');
await tourMachine(call, baseUrl, admin);

say('8. The walls hold');
expectStatus(404, await call('GET', path, undefined, stranger));
expectStatus(403, await call('GET', path, undefined, client));
expectStatus(404, await call('GET', meetingPath, undefined, stranger));
expectStatus(403, await call('POST', '/api/tenants', { name: 'Mine', code: 'MINE' }, adviser));
expectStatus(401, await call('GET', path));

say(
  '9. The adviser leaves, and another takes the book over; a client deleted by mistake comes back',
);
const successor = await createStaff(tenant, 'ADVISOR', 'Antonia', admin);
await tourHandover(call, {
  admin,
  leaver: adviser,
  successor,
  contactUuid: contact.contactUuid,
});
say('\nThe tour is complete.');

async function createTenant(name: string): Promise<string> {
  return expectStatus(
    201,
    await call(
      'POST',
      '/api/tenants',
      { name, code: name.toUpperCase().replace(/\W/g, '-') },
      root,
    ),
  ).tenantUuid;
}

async function createStaff(
  tenantUuid: string,
  staffType: string,
  firstName: string,
  by: Record<string, string>,
) {
  const userEmail = `${firstName.normalize('NFD').replace(/\W/g, '').toLowerCase()}.${run}@staff.example`;
  const password = `${firstName}'s own long password`;
  expectStatus(
    201,
    await call(
      'POST',
      '/api/tenant-staff',
      {
        tenantUuid,
        firstName,
        paternalLastName: 'Soto',
        userEmail,
        email: userEmail,
        password,
        confirmPassword: password,
        staffType,
        staffRole: 'ADVISOR',
        legalResidence: 'CL',
        timeZone: 'America/Santiago',
        platformLanguage: 'SPANISH',
        commissionCurrency: 'CLP',
      },
      by,
    ),
  );
  return signIn(call, userEmail, password);
}

async function firstOf(list: string): Promise<string> {
  const body = expectStatus(
    200,
    await call('GET', `/api/core/platformconfigs/v1/contacts/${list}`, undefined, adviser),
  );
  return body[0].value;
}
