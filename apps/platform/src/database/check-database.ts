import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '@atrium/kit/env.ts';
import pg from 'pg';

// A server that accepts connections and is no PostgreSQL may never answer.
const longestMs = 10_000;

type Failure = { code?: string; message: string };
type Times = { patienceMs: number; answerMs: number };

/**
 * Checks DATABASE_URL before anything is made: a server answers, takes the login, and gives each
 * connection a session of its own. Waits `patienceMs` for a server that is just starting, and twice
 * `answerMs` for one that accepts a connection and says nothing. Throws a ConfigError that says what to check.
 */
export async function checkDatabase(
  databaseUrl: string,
  patienceMs = 5_000,
  answerMs = longestMs,
): Promise<void> {
  const url = URL.parse(databaseUrl);
  if (!url) throw new ConfigError(notAnAddress);
  const shares = await check(databaseUrl, { patienceMs, answerMs }).catch((error: Failure) => {
    throw new ConfigError(explain(error, url), { cause: error });
  });
  if (shares) throw new ConfigError(poolerRefused);
}

/** Returns whether connections share sessions. */
async function check(databaseUrl: string, times: Times): Promise<boolean> {
  const first = await connect(databaseUrl, times);
  const second = await connect(databaseUrl, times);
  try {
    return await sharesSessions(first, second);
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

/** Connects as soon as the server is reached, which may be just starting. One that says nothing is asked twice. */
async function connect(
  connectionString: string,
  { patienceMs, answerMs }: Times,
): Promise<pg.Client> {
  const deadline = performance.now() + patienceMs;
  for (let isFirst = true; ; isFirst = false) {
    const client = new pg.Client({
      connectionString,
      application_name: 'atrium check',
      connectionTimeoutMillis: answerMs,
      query_timeout: longestMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      const { code = '', message } = error as Failure;
      const mayCome = ['ECONNREFUSED', 'ENOENT', '57P03'].includes(code);
      // After a stall of this process the time is over, whatever the server has said meanwhile.
      const mayHaveAnswered = isFirst && message === 'timeout expired';
      if (!mayHaveAnswered && (!mayCome || performance.now() > deadline)) throw error;
      await sleep(250);
    }
  }
}

/**
 * Returns whether two connections share one session of the server, as a pooler in transaction mode
 * does. While the second is in a transaction it holds the session that the first has just used,
 * if that is not the first's own.
 */
async function sharesSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const mark = crypto.randomUUID();
  const ask = async (client: pg.Client, text: string, values: string[] = []) =>
    (await client.query<{ pid: number; mark: string }>(text, values)).rows[0];
  const session = "select pg_backend_pid() as pid, current_setting('atrium.session', true) as mark";
  const own = await ask(
    first,
    "select pg_backend_pid() as pid, set_config('atrium.session', $1, false) as mark",
    [mark],
  );
  await second.query('begin');
  const other = await ask(second, session);
  const again = await ask(first, session);
  await second.query('rollback');
  return other?.pid === own?.pid || other?.mark === mark || again?.mark !== mark;
}

const notAnAddress =
  'DATABASE_URL is not an address such as postgres://user:password@host:5432/database';
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
