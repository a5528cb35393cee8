import {
  type Call,
  expectStatus,
  type Headers,
  say,
} from '@atrium/api-client/test-support/call-api.ts';
import { TOTP } from 'otpauth';

/** Sets time-based codes up for somebody, and signs in by the password and the next code. */
export async function tourSecondFactor(
  call: Call,
  person: Headers,
  password: string,
): Promise<void> {
  const { secret } = expectStatus(200, await call('POST', '/api/auth/me/totp', {}, person));
  const app = new TOTP({ secret });
  const confirmed = { code: app.generate() };
  const { recoveryCodes } = expectStatus(
    200,
    await call('POST', '/api/auth/me/totp/confirm', confirmed, person),
  );
  say(`   kept    ${recoveryCodes.length} recovery codes, told once`);
  const email = person['x-user-email'];
  const { challenge, methods } = expectStatus(
    200,
    await call('POST', '/api/auth/login', { email, password }),
  );
  say(`   asks    for ${methods.join(' or ')}`);
  // Each code works once, and that of the next 30 seconds is taken already.
  const code = app.generate({ timestamp: Date.now() + 30_000 });
  const { user } = expectStatus(
    200,
    await call('POST', '/api/auth/login/second-factor', { challenge, code }),
  );
  say(`   signed in ${user.email} as ${user.userType}`);
}
