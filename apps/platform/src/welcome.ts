import type { BootstrapCredentials } from './bootstrap.ts';

/** What the terminal says once the platform runs: where it is and how to sign in. */
export function welcome(address: string, credentials: BootstrapCredentials | null): string[] {
  const lines = ['', `Atrium       ${address}`, `Reference    ${address}/docs`];
  if (!credentials) return lines;
  lines.push(`Mailbox      ${address}/dev/mailbox`, '', 'Sign in at POST /api/auth/login as');
  const rows = [{ ...credentials, role: 'SYSTEM_ADMIN' }, ...(credentials.demo ?? [])];
  const width = Math.max(...rows.map((row) => row.email.length));
  for (const { role, email, password } of rows)
    lines.push(`  ${role.padEnd(14)} ${email.padEnd(width)}  ${password}`);
  return lines;
}
