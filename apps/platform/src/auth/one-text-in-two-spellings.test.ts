import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const { admin, host, tenant } = await meetingWorld(w);
const { tenantUuid } = tenant;
const password = 'correct horse battery';
const signIn = async (email: string, given = password) =>
  (await w.anonymous.post('/api/auth/login', { email, password: given })).status;
const staff = (changes: object) =>
  admin.post('/api/tenant-staff', { ...staffInput(tenantUuid), ...changes });

/** Two spellings of one mailbox that nobody has. */
const spellings = [
  ['müller', 'xn--mller-kva', (name: string, domain: string) => `${name}@${domain}.example`],
  ['é', 'e\u0301', (name: string, sign: string) => `jos${sign}.${name}@example.com`],
  ['MÜLLER', 'mu\u0308ller', (name: string, domain: string) => `${name}@${domain}.example`],
  ['ｂücher', 'xn--bcher-kva', (name: string, domain: string) => `${name}@${domain}.example`],
] as const;

describe('one mailbox in two spellings', () => {
  test.each(spellings)('(%s and %s) is one login, by either', async (one, other, addressOf) => {
    const name = randomUUID();
    const [first, second] = [addressOf(name, one), addressOf(name, other)];
    const made = await staff({ userEmail: first });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const again = await staff({ userEmail: second });
    expect([again.status, again.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect([await signIn(first), await signIn(second)]).toEqual([200, 200]);
    const { body } = await w.anonymous.post('/api/auth/login', { email: second, password });
    expect(body.user.email).toBe(first.normalize('NFC'));
    const headers = {
      authorization: `Bearer ${body.accessToken}`,
      'x-tenant-uuid': tenantUuid,
      'x-user-id': body.user.userUuid,
      'x-user-email': Buffer.from(second).toString('latin1'),
      'x-user-type': body.user.userType,
    };
    expect((await w.anonymous.with(headers).get('/api/auth/me')).status).toBe(200);
  });

  test.each(spellings)(
    '(%s and %s) is one client, and the two are duplicates',
    async (one, other, addressOf) => {
      const name = randomUUID();
      const paths: string[] = [];
      for (const primaryEmail of [addressOf(name, one), addressOf(name, other)]) {
        const { body } = await host.post('/api/contacts', {
          ...contactInput(tenantUuid, uuidOf(host)),
          firstName: randomUUID(),
          identityId: null,
          identityType: null,
          preferredPhoneNumber: null,
          preferredEmail: null,
        });
        paths.push(`/api/contacts/${body.contactUuid}`);
        expect((await host.put(paths.at(-1) ?? '', { primaryEmail })).status).toBe(200);
      }
      const statuses: number[] = [];
      for (const path of paths) statuses.push((await host.post(`${path}/credentials/init`)).status);
      expect(statuses).toEqual([200, 409]);
      const { body } = await host.get(`${paths[0]}/duplicates`);
      expect(body.map((each: { reasons: string[] }) => each.reasons)).toEqual([['SAME_EMAIL']]);
      const found = await host.get(
        `/api/contacts?${new URLSearchParams({ searchTerm: addressOf(name, other) })}`,
      );
      expect(found.body.totalElements).toBe(2);
    },
  );

  test.each(spellings)('(%s and %s) is one guest', async (one, other, addressOf) => {
    const name = randomUUID();
    const { status, body } = await host.post('/api/v1/meetings', {
      title: 'Revisión',
      startDateTime: '2030-05-06T10:00:00',
      endDateTime: '2030-05-06T11:00:00',
      timezone: 'UTC',
      locationType: 'ONLINE',
      externalAttendees: [
        { name: 'Ana', email: addressOf(name, one) },
        { name: 'Ana', email: addressOf(name, other) },
      ],
    });
    expect(status).toBe(201);
    const guests = (each: typeof body) =>
      each.participants
        .filter(
          (participant: { participantType: string }) => participant.participantType === 'EXTERNAL',
        )
        .map((participant: { participantUuid: string }) => participant.participantUuid);
    expect(guests(body)).toHaveLength(1);
    const again = await host.put(`/api/v1/meetings/${body.meetingUuid}`, {
      externalAttendees: [{ name: 'Ana', email: addressOf(name, other) }],
    });
    expect(guests(again.body)).toEqual(guests(body));
  });
});

test.each(spellings)(
  '(%s and %s) resets the password of one login by a mailed link',
  async (one, other, addressOf) => {
    const name = randomUUID();
    const [userEmail, email] = [addressOf(name, one), addressOf(name, other)];
    expect((await staff({ userEmail })).status).toBe(201);
    expect((await w.anonymous.post('/api/auth/password-reset', { email })).status).toBe(202);
    const kept = userEmail.normalize('NFC');
    const linkMailed = () =>
      w.mails.find((mail) => mail.to === kept && mail.kind === 'PASSWORD_RESET');
    await expect.poll(() => linkMailed()?.text).toContain('token=');
    const [, token] = /token=([\w-]+)/.exec(linkMailed()?.text ?? '') ?? [];
    const fresh = 'Contraseña-nueva-97';
    const set = { token, password: fresh.normalize('NFD') };
    expect((await w.anonymous.post('/api/auth/password-reset/confirm', set)).status).toBe(204);
    expect([await signIn(userEmail, fresh), await signIn(email, fresh)]).toEqual([200, 200]);
  },
);

describe('a password', () => {
  const composed = 'Contraseña-été-97';
  const decomposed = composed.normalize('NFD');

  test.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('that is set as one text signs in as the other', async (one, other) => {
    const made = await staff({ password: one, confirmPassword: other });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { userEmail, tenantStaffUuid } = made.body;
    expect([await signIn(userEmail, one), await signIn(userEmail, other)]).toEqual([200, 200]);
    const { body } = await w.anonymous.post('/api/auth/login', { email: userEmail, password: one });
    const me = w.anonymous.with({
      authorization: `Bearer ${body.accessToken}`,
      'x-tenant-uuid': tenantUuid,
      'x-user-id': tenantStaffUuid,
      'x-user-email': userEmail,
      'x-user-type': body.user.userType,
    });
    const changed = await me.put('/api/auth/me/password', {
      currentPassword: other,
      password: `${one} más`,
    });
    expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300);
    expect(await signIn(userEmail, `${other} más`.normalize('NFD'))).toBe(200);
    expect(await signIn(userEmail, `${other} MÁS`)).toBe(401);
  });

  test('that was hashed as it came goes on working, also in no one form', async () => {
    for (const kept of [decomposed, 'mâ\u0301t kha\u0302\u0309u 2026']) {
      const { body } = await staff({});
      const passwordHash = await hash(kept, { memoryCost: 8, timeCost: 1 });
      await w.db.asPlatform(
        (tx) => tx`
          update accounts set password_hash = ${passwordHash} where user_uuid = ${body.tenantStaffUuid}`,
      );
      expect(await signIn(body.userEmail, kept)).toBe(200);
    }
  });

  test('must be as long in its composed form as the firm asks, and not the e-mail in another spelling', async () => {
    const short = await staff({
      password: 'ññññ\u0303ñ'.normalize('NFD'),
      confirmPassword: 'ññññ\u0303ñ',
    });
    expect([short.status, short.body.errors?.[0]?.field]).toEqual([400, 'password']);
    const userEmail = `ana.${randomUUID()}@müller.example`;
    const email = userEmail.replace('müller', 'xn--mller-kva');
    const own = await staff({ userEmail, password: email, confirmPassword: email });
    expect([own.status, own.body.errors?.[0]?.code]).toEqual([400, 'IS_EMAIL']);
  });
});
