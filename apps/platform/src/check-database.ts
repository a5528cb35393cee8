import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '@atrium/kit/env.ts';
import postgres, { type Sql } from 'postgres';
import { toSettings } from './connection-settings.ts';

type Failure = { code?: string; message: string };

/**
 * Checks DATABASE_URL before anything is made: a server answers, takes the login, and gives each
 * connection a session of its own. Waits `patienceMs` for a server that is just starting. Throws a
 * ConfigError that says what to check.
 */
export async function checkDatabase(databaseUrl: string, patienceMs = 5_000): Promise<void> {
  const { url, settings } = readUrl(databaseUrl);
  const open = () => postgres(url, { ...settings, max: 1, prepare: false, fetch_types: false });
  const [first, second] = [open(), open()];
  try {
    // What accepts connections and is no PostgreSQL may never answer.
    await Promise.race([check(first, second, patienceMs), tooLate(patienceMs + 10_000)]);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(explain(error as Failure, new URL(url)), { cause: error });
  } finally {
    await Promise.all([first, second].map((sql) => sql.end({ timeout: 0 })));
  }
}

async function check(first: Sql, second: Sql, patienceMs: number): Promise<void> {
  await whenReached(first, patienceMs);
  if (await sharesSessions(first, second)) throw new ConfigError(poolerRefused);
}

async function tooLate(afterMs: number): Promise<never> {
  await sleep(afterMs, undefined, { ref: false });
  throw new Error(`no answer in ${afterMs / 1000} s`);
}

function readUrl(databaseUrl: string) {
  try {
    return toSettings(databaseUrl);
  } catch {
    throw new ConfigError(
      'DATABASE_URL is not an address such as postgres://user:password@host:5432/database',
    );
  }
}

async function whenReached(sql: Sql, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      const mayCome = ['ECONNREFUSED', 'ENOENT', '57P03'].includes((error as Failure).code ?? '');
      if (!mayCome || performance.now() > deadline) throw error;
      await sleep(250);
    }
  }
}

/**
 * Whether two connections are led to one session of the server, as a pooler in transaction mode
 * does. While the second is in a transaction it holds the session that the first has just used,
 * if that is not the first's own.
 */
async function sharesSessions(first: Sql, second: Sql): Promise<boolean> {
  const mark = crypto.randomUUID();
  const [own] = await first`
    select pg_backend_pid() as pid, set_config('atrium.session', ${mark}, false)`;
  const [other] = await second.begin(
    (tx) => tx`select pg_backend_pid() as pid, current_setting('atrium.session', true) as mark`,
  );
  const [again] = await first`
    select pg_backend_pid() as pid, current_setting('atrium.session', true) as mark`;
  return other?.pid === own?.pid || other?.mark === mark || again?.mark !== mark;
}

const poolerRefused =
  'DATABASE_URL leads to a pooler that shares sessions between connections (transaction mode), ' +
  'which Atrium cannot work with, since it keeps settings and locks in its sessions: name the ' +
  'server itself, or set the pooler to session mode.';

function explain({ code = '', message }: Failure, { hostname, port, pathname }: URL): string {
  const place = `${hostname || 'the local socket'}:${port || 5432}`;
  const where = `DATABASE_URL: no PostgreSQL answers at ${place}`;
  const login = `DATABASE_URL: the PostgreSQL at ${place} refuses the login`;
  if (['28P01', '28000'].includes(code))
    return `${login} (${message}). Check the user, the password and the server's pg_hba.conf.`;
  if (code === '3D000')
    return `DATABASE_URL: the PostgreSQL at ${place} has no database "${pathname.slice(1)}". Create it: create database ${pathname.slice(1)} owner atrium`;
  if (/startup parameter/.test(message))
    return `DATABASE_URL leads to a pooler that refuses Atrium's settings (${message}): name the server itself.`;
  const why = code || message;
  return `${where} (${why}). Check that it runs there, the host and the port, and that no firewall is between.`;
}
