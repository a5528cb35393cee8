import { TOTP } from 'otpauth';
import { vi } from 'vitest';
import { atEndOfFile } from './at-end-of-file.ts';
import type { Client } from './client.ts';
import { staffInput } from './staff-input.ts';
import { world } from './world.ts';

/** A person of the staff who signed in with a password, and what is known of the second factor. */
export type Person = Client & {
  email: string;
  password: string;
  userUuid: string;
  tenantUuid: string;
  secret: string;
  recoveryCodes: string[];
};

/** Returns the code that an app shows some steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/**
 * Lets the clock of this process stand until the file is done, so that a test does not run from one
 * step of the codes, or from one minute of a limit, into the next.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  atEndOfFile(() => void vi.useRealTimers());
}

/** A world with people who sign in by password, and the calls of a sign-in by second factor. */
export async function secondFactorWorld(settings: Record<string, string> = {}) {
  stopClock();
  const w = await world(settings);
  const { tenantUuid, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');

  /** A new adviser; with `totp` the code of this step is used up. */
  async function person({ totp = false, changes = {} } = {}): Promise<Person> {
    const input = { ...staffInput(tenantUuid), ...changes };
    const { userEmail: email, password } = input;
    const created = await admin.post('/api/tenant-staff', input);
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    const userUuid: string = created.body.tenantStaffUuid;
    const { body } = await w.anonymous.post('/api/auth/login', { email, password });
    const client = admin.with({
      authorization: `Bearer ${body.accessToken}`,
      'x-user-id': userUuid,
      'x-user-email': email,
      'x-user-type': body.user.userType,
    });
    const factor = totp ? await addTotp(client) : { secret: '', recoveryCodes: [] };
    return { ...client, email, password, userUuid, tenantUuid, ...factor };
  }

  const login = ({ email, password }: { email: string; password: string }, headers: object = {}) =>
    w.anonymous.post('/api/auth/login', { email, password }, headers);
  const finish = (proof: object, headers: object = {}) =>
    w.anonymous.post('/api/auth/login/second-factor', proof, headers);

  const partnerAdmin = (partnerUuid: string) => as('PARTNER_ADMIN', partnerUuid);

  /** The newest mail to an address, once there is one. */
  async function mailTo(email: string) {
    const newest = () => w.mails.findLast(({ to }) => to === email);
    await vi.waitUntil(newest, { timeout: 60_000 });
    return newest() ?? { html: '' };
  }

  return { ...w, admin, tenantUuid, person, partnerAdmin, mailTo, login, finish, codeOf };
}

export type SecondFactorWorld = Awaited<ReturnType<typeof secondFactorWorld>>;

/** Sets time-based codes up for a caller. */
export async function addTotp(client: Client, password?: string) {
  const { secret } = (await client.post('/api/auth/me/totp', { password })).body;
  const code = codeOf(secret);
  const { status, body } = await client.post('/api/auth/me/totp/confirm', { code });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { secret: secret as string, recoveryCodes: body.recoveryCodes as string[] };
}
