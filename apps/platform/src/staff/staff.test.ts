import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;

beforeAll(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
});

describe('creating staff', () => {
  test('a tenant administrator creates a member who can sign in at once', async () => {
    const input = staffInput(tenant.tenantUuid);
    const created = await admin.post('/api/tenant-staff', input);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      tenantUuid: tenant.tenantUuid,
      firstName: 'Ana',
      userEmail: input.userEmail,
      contactPhone: { countryCode: '+56', number: '912345678' },
      dateOfBirth: '1985-02-28',
      isActive: true,
      category: 'TENANT_STAFF',
      roles: ['TENANT_STAFF'],
    });
    expect(created.body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(JSON.stringify(created.body)).not.toContain('battery');
    const { userEmail: email, password } = input;
    const signedIn = await w.anonymous.post('/api/auth/login', {
      email: email.toUpperCase(),
      password,
    });
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.user.userUuid).toBe(created.body.tenantStaffUuid);
  });

  const refused: [string, object, string][] = [
    ['a first name of one letter', { firstName: 'A' }, 'firstName'],
    ['a first name of 51 letters', { firstName: 'A'.repeat(51) }, 'firstName'],
    ['no paternal last name', { paternalLastName: '' }, 'paternalLastName'],
    ['a last name of spaces', { paternalLastName: '  ' }, 'paternalLastName'],
    ['an e-mail that is none', { userEmail: 'ana' }, 'userEmail'],
    ['an e-mail over 100 characters', { email: `${'a'.repeat(95)}@b.example` }, 'email'],
    ['a password of 7 characters', { password: '1234567', confirmPassword: '1234567' }, 'password'],
    [
      'a password of 101 characters',
      { password: 'x'.repeat(101), confirmPassword: 'x'.repeat(101) },
      'password',
    ],
    ['a password confirmed otherwise', { confirmPassword: 'correct horse' }, 'confirmPassword'],
    ['an unknown staff type', { staffType: 'BOSS' }, 'staffType'],
    ['a staff role other than ADVISOR', { staffRole: 'ADMIN' }, 'staffRole'],
    ['a country that does not exist', { legalResidence: 'ZZ' }, 'legalResidence'],
    ['an offset for a time zone', { timeZone: '+02:00' }, 'timeZone'],
    ['a time zone that does not exist', { timeZone: 'America/Atlantis' }, 'timeZone'],
    ['an unknown language', { platformLanguage: 'KLINGON' }, 'platformLanguage'],
    ['a currency that does not exist', { commissionCurrency: 'XQX' }, 'commissionCurrency'],
    [
      'a phone without plus',
      { contactPhone: { countryCode: '56', number: '912345678' } },
      'contactPhone.countryCode',
    ],
    [
      'a phone with letters',
      { contactPhone: { countryCode: '+56', number: '91234A' } },
      'contactPhone.number',
    ],
    ['a birth date that is no day', { dateOfBirth: '2001-02-30' }, 'dateOfBirth'],
    ['a birth date to come', { dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
    ['a number for a name', { firstName: 12345 }, 'firstName'],
    ['a partner nobody knows', { partnerUuid: randomUUID() }, 'partnerUuid'],
    ['a tenant that is no UUID', { tenantUuid: 'andes' }, 'tenantUuid'],
  ];
  test.each(refused)(
    '%s is refused by name and creates nothing',
    async (_title, changes, field) => {
      const input = { ...staffInput(tenant.tenantUuid), ...changes };
      const answer = await admin.post('/api/tenant-staff', input);
      expect(answer.status).toBe(400);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.body.errors.map((each: { field: string }) => each.field)).toContain(field);
      const all = await admin.get('/api/tenant-staff/all');
      expect(all.body.filter((each: { email: string }) => each.email === input.email)).toEqual([]);
    },
  );

  test('of 30 who take the same e-mail at once, in any case, one gets it and 29 get 409', async () => {
    const { userEmail } = staffInput(tenant.tenantUuid);
    const take = async (at: number) => {
      const input = {
        ...staffInput(tenant.tenantUuid),
        userEmail: at % 2 ? userEmail.toUpperCase() : userEmail,
      };
      let answer = await admin.post('/api/tenant-staff', input);
      // A slow machine tells some of a crowd to come again, since passwords take their time.
      while (answer.status === 503) answer = await admin.post('/api/tenant-staff', input);
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => take(at)));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array(29).fill(409)]);
    const taken = answers.find((answer) => answer.status === 409)?.body;
    expect([taken.code, taken.errors[0].field]).toEqual(['EMAIL_TAKEN', 'userEmail']);
  });

  test('an Idempotency-Key replays the first answer, and refuses another body', async () => {
    const input = staffInput(tenant.tenantUuid);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await admin.post('/api/tenant-staff', input, headers);
    const again = await admin.post('/api/tenant-staff', input, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const other = await admin.post('/api/tenant-staff', { ...input, firstName: 'Eva' }, headers);
    expect(other.status).toBe(422);
  });

  test('an administrator of one tenant cannot create in another', async () => {
    const elsewhere = await w.tenant();
    expect((await admin.post('/api/tenant-staff', staffInput(elsewhere.tenantUuid))).status).toBe(
      403,
    );
    expect(
      (
        await (
          await tenant.as('TENANT_STAFF')
        ).post('/api/tenant-staff', staffInput(tenant.tenantUuid))
      ).status,
    ).toBe(403);
  });

  test('a system administrator creates in any live tenant, and nowhere else', async () => {
    const root = await w.systemAdmin();
    expect((await root.post('/api/tenant-staff', staffInput(tenant.tenantUuid))).status).toBe(201);
    const nowhere = await root.post('/api/tenant-staff', staffInput(randomUUID()));
    expect(nowhere.status).toBe(400);
    expect(nowhere.body.errors[0].field).toBe('tenantUuid');
  });
});

describe('changing staff', () => {
  test('an update changes what it states and leaves the rest', async () => {
    const { body: before } = await admin.post('/api/tenant-staff', staffInput(tenant.tenantUuid));
    const answer = await admin.put(`/api/tenant-staff/${before.tenantStaffUuid}`, {
      firstName: 'Eva',
      jobPosition: null,
    });
    expect(answer.status).toBe(200);
    const { updatedAt: _now, ...after } = answer.body;
    const { updatedAt: _then, ...expected } = {
      ...before,
      firstName: 'Eva',
      jobPosition: null,
      version: 2,
    };
    expect(after).toEqual(expected);
  });

  test('a taken e-mail is 409 and nothing changes; the old one is free after a change', async () => {
    const [one, two] = await Promise.all([tenant.staff(), tenant.staff()]);
    const taken = await admin.put(`/api/tenant-staff/${one.tenantStaffUuid}`, {
      userEmail: two.userEmail.toUpperCase(),
      firstName: 'Eva',
    });
    expect(taken.status).toBe(409);
    expect((await admin.get(`/api/tenant-staff/${one.tenantStaffUuid}`)).body.firstName).toBe(
      'Ana',
    );
    await admin.put(`/api/tenant-staff/${one.tenantStaffUuid}`, {
      userEmail: staffInput('').userEmail,
    });
    expect(
      (
        await admin.post('/api/tenant-staff', {
          ...staffInput(tenant.tenantUuid),
          userEmail: one.userEmail,
        })
      ).status,
    ).toBe(201);
  });

  test('a member who is made inactive is shut out at once, with a token still valid', async () => {
    const input = staffInput(tenant.tenantUuid);
    const { body: member } = await admin.post('/api/tenant-staff', input);
    const { body: tokens } = await w.anonymous.post('/api/auth/login', {
      email: input.userEmail,
      password: input.password,
    });
    const me = () =>
      w.anonymous.get('/api/auth/me', { authorization: `Bearer ${tokens.accessToken}` });
    expect((await me()).status).toBe(200);
    await admin.put(`/api/tenant-staff/${member.tenantStaffUuid}`, { isActive: false });
    expect((await me()).status).toBe(403);
    expect(
      (await w.anonymous.post('/api/auth/refresh', { refreshToken: tokens.refreshToken })).status,
    ).toBe(401);
  });

  test('a password set directly ends the sessions that were', async () => {
    const input = staffInput(tenant.tenantUuid);
    const { body: member } = await admin.post('/api/tenant-staff', input);
    const { body: tokens } = await w.anonymous.post('/api/auth/login', {
      email: input.userEmail,
      password: input.password,
    });
    const path = `/api/tenant-staff/${member.tenantStaffUuid}/credentials/create`;
    expect((await admin.put(path, { password: 'short' })).status).toBe(400);
    expect((await admin.put(path, {})).body.errors[0].field).toBe('password');
    expect((await admin.put(path, { password: 'another horse' })).status).toBe(204);
    expect(
      (await w.anonymous.get('/api/auth/me', { authorization: `Bearer ${tokens.accessToken}` }))
        .status,
    ).toBe(401);
    expect(
      (
        await w.anonymous.post('/api/auth/login', {
          email: input.userEmail,
          password: 'another horse',
        })
      ).status,
    ).toBe(200);
  });
});

describe('deleting staff', () => {
  test('the body must repeat the UUID of the path, or nothing is deleted', async () => {
    const { tenantStaffUuid } = await tenant.staff();
    const path = `/api/tenant-staff/${tenantStaffUuid}`;
    expect((await admin.delete(path)).status).toBe(400);
    expect((await admin.delete(path, {})).status).toBe(400);
    expect((await admin.delete(path, { staffUuidToDelete: randomUUID() })).status).toBe(400);
    expect((await admin.get(path)).status).toBe(200);
    expect((await admin.delete(path, { staffUuidToDelete: tenantStaffUuid })).status).toBe(204);
    expect((await admin.delete(path, { staffUuidToDelete: tenantStaffUuid })).status).toBe(404);
    expect((await admin.get(path)).status).toBe(404);
  });

  test('a deleted member frees the e-mail; who comes back is somebody new', async () => {
    const { tenantStaffUuid, userEmail } = await tenant.staff();
    await admin.delete(`/api/tenant-staff/${tenantStaffUuid}`, {
      staffUuidToDelete: tenantStaffUuid,
    });
    const again = await admin.post('/api/tenant-staff', {
      ...staffInput(tenant.tenantUuid),
      userEmail,
    });
    expect(again.status).toBe(201);
    expect(again.body.tenantStaffUuid).not.toBe(tenantStaffUuid);
  });

  test('the last active tenant administrator stays, even when two leave at once', async () => {
    const small = await w.tenant();
    const [one, two] = await Promise.all([small.as('TENANT_ADMIN'), small.as('TENANT_ADMIN')]);
    const leave = (client: Client) => {
      const uuid = client.identity['x-user-id'];
      return client.delete(`/api/tenant-staff/${uuid}`, { staffUuidToDelete: uuid });
    };
    const statuses = (await Promise.all([leave(one), leave(two)]))
      .map((answer) => answer.status)
      .sort();
    expect(statuses).toEqual([204, 409]);
  });

  test('a system administrator does not delete staff', async () => {
    const { tenantStaffUuid } = await tenant.staff();
    const root = await w.systemAdmin();
    const answer = await root.delete(`/api/tenant-staff/${tenantStaffUuid}`, {
      staffUuidToDelete: tenantStaffUuid,
    });
    expect(answer.status).toBe(403);
  });
});

describe('finding staff', () => {
  test('search takes the words in any order, without accents, with a small typo', async () => {
    const { tenantStaffUuid } = await tenant.staff({
      firstName: 'Sebastián',
      paternalLastName: 'Etchegaray',
    });
    for (const name of ['etchegaray sebastian', 'SEBASTIÁN', 'etchegarai', 'sebas']) {
      const answer = await admin.get(`/api/tenant-staff/search?name=${encodeURIComponent(name)}`);
      expect(answer.status).toBe(200);
      expect(answer.body.content[0]?.tenantStaffUuid, name).toBe(tenantStaffUuid);
    }
    expect((await admin.get('/api/tenant-staff/search?name=%25')).body.content).toEqual([]);
    expect((await admin.get('/api/tenant-staff/search')).status).toBe(400);
  });

  test('pages neither lose nor repeat a row when many are equal', async () => {
    const many = await w.tenant();
    await Promise.all(Array.from({ length: 23 }, () => many.staff()));
    const reader = await many.as('TENANT_ADMIN');
    const seen: string[] = [];
    for (let page = 0; page < 3; page++) {
      const { body } = await reader.get(
        `/api/tenant-staff/all/paginated?page=${page}&size=10&sort=firstName,desc`,
      );
      expect(body).toMatchObject({
        number: page,
        size: 10,
        totalElements: 24,
        totalPages: 3,
        first: page === 0,
        last: page === 2,
      });
      seen.push(...body.content.map((each: { tenantStaffUuid: string }) => each.tenantStaffUuid));
    }
    expect(new Set(seen).size).toBe(24);
    expect((await reader.get('/api/tenant-staff/all/paginated?sort=password')).status).toBe(400);
    expect((await reader.get('/api/tenant-staff/all/paginated?size=5000')).body.size).toBe(100);
  });

  test('lists are split by category, and a category that does not exist is 400', async () => {
    const { body } = await admin.get('/api/tenant-staff/all/by-category/TENANT_STAFF');
    expect(body.length).toBeGreaterThan(0);
    expect((await admin.get('/api/tenant-staff/all/by-category/PARTNER_STAFF')).body).toEqual([]);
    expect((await admin.get('/api/tenant-staff/all/by-category/OTHERS')).status).toBe(400);
  });

  test('another tenant’s member is 404, and so is a path that is no UUID', async () => {
    const { tenantStaffUuid } = await (await w.tenant()).staff();
    expect((await admin.get(`/api/tenant-staff/${tenantStaffUuid}`)).status).toBe(404);
    expect((await admin.get('/api/tenant-staff/42')).status).toBe(404);
    expect(
      (await (await w.systemAdmin()).get(`/api/tenant-staff/${tenant.tenantUuid}/all`)).status,
    ).toBe(200);
    expect(
      (await (await w.systemAdmin()).get(`/api/tenant-staff/${randomUUID()}/all`)).status,
    ).toBe(404);
  });
});

test('a reset mails a link that works once and ends the sessions', async () => {
  const input = staffInput(tenant.tenantUuid);
  const { body: member } = await admin.post('/api/tenant-staff', input);
  const answer = await admin.post(`/api/tenant-staff/${member.tenantStaffUuid}/credentials/reset`);
  expect([answer.status, answer.body]).toEqual([202, '']);
  await expect.poll(() => w.mails.find((mail) => mail.to === input.userEmail)).toBeTruthy();
  const token = /token=([\w-]+)/.exec(
    w.mails.find((mail) => mail.to === input.userEmail)?.text ?? '',
  )?.[1];
  const confirm = () =>
    w.anonymous.post('/api/auth/password-reset/confirm', { token, password: 'a new horse' });
  expect((await confirm()).status).toBe(204);
  expect((await confirm()).status).toBe(400);
  expect(
    (await w.anonymous.post('/api/auth/login', { email: input.userEmail, password: 'a new horse' }))
      .status,
  ).toBe(200);
});

test('no staff member was written without an event in the same transaction', async () => {
  expect(await w.unrecorded(['staff_members'])).toEqual([]);
});
