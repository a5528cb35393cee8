import type { TenantFixture } from './tenant-fixture.ts';

const patterns: readonly [what: string, pattern: RegExp][] = [
  ['an e-mail address', /[\w.+-]+@[\w-]+(\.[\w-]+)+/],
  ['a JSON web token', /eyJ[\w-]{10,}\.[\w-]+/],
  ['a bearer', /bearer\s+\S/i],
  ['a password hash', /\$argon2/],
  ['a telephone number', /"\+?\d{9,15}"/],
];

/** Lines of a log that hold what no log may, each with what it is; `holdings` are whose data went in. */
export function personalDataIn(
  lines: readonly string[],
  holdings: readonly TenantFixture[],
): string[] {
  const secrets = holdings.flatMap(({ marker, signIn, callers }) => [
    ['a name', marker],
    ['a password', signIn.password],
    ...Object.values(callers).map(({ identity }) => ['a token', identity.authorization ?? '-']),
  ]);
  const found = new Set<string>();
  for (const line of lines) {
    for (const [what, pattern] of patterns) if (pattern.test(line)) found.add(`${what}: ${line}`);
    for (const [what, secret] of secrets)
      if (secret && line.includes(secret)) found.add(`${what}: ${line}`);
  }
  return [...found].slice(0, 20);
}
