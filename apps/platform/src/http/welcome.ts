type SignIn = { email: string; password: string };

type Welcome = {
  address: string;
  /** True when there is a development mailbox to look into. */
  mailbox: boolean;
  /** The sign-ins made by this very start; null when they were made before. */
  made: (SignIn & { demo?: (SignIn & { role: string })[] }) | null;
  file: string;
};

/** Returns the lines for the terminal: where the platform is, and, the first time, how to sign in. */
export function welcome({ address, mailbox, made, file }: Welcome): string[] {
  const places = [`Atrium       ${address}`, `Reference    ${address}/docs`];
  if (mailbox) places.push(`Mailbox      ${address}/dev/mailbox`);
  if (!made) return ['', ...places, `Sign-ins     ${file}`];
  const rows = [{ ...made, role: 'SYSTEM_ADMIN' }, ...(made.demo ?? [])];
  const width = Math.max(...rows.map((row) => row.email.length));
  const signIns = rows.map(
    ({ role, email, password }) => `  ${role.padEnd(14)} ${email.padEnd(width)}  ${password}`,
  );
  return ['', ...places, '', `Sign in at POST /api/auth/login (kept in ${file}) as`, ...signIns];
}
