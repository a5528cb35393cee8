import { Secret, TOTP } from 'otpauth';

// RFC 6238 with what every authenticator app knows.
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** The steps of 30 seconds before and after the present one whose codes are taken too. */
const stepsAside = 1;

/** Returns a secret of 160 random bits, as base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the address that an authenticator app reads a secret from. */
export function otpauthUri(secret: string, names: { issuer: string; account: string }): string {
  return new TOTP({ ...parameters, secret, issuer: names.issuer, label: names.account }).toString();
}

/** Returns the time step that a code belongs to; undefined when it is the code of none near `now`. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replaceAll(' ', '');
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token, timestamp: now, window: stepsAside });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

/** Returns the used steps that are to be kept: a code of an earlier one is not taken any more. */
export function usedSteps(before: readonly number[], step: number): number[] {
  return [...before.filter((each) => each > step - 2 * stepsAside - 1), step];
}
