import { createServer } from 'node:http';
import { openSql } from './open-sql.ts';

/**
 * A stand-in for the platform, analytics and the calendars: says ready, keeps notes in the
 * database it was given, crashes or refuses its configuration on request.
 */
const env = process.env;
const isPlatform = env.PORT !== undefined && env.ANALYTICS_URL !== undefined;

if (env.FAULTY_SETTING && isPlatform) {
  process.stderr.write('FAULTY_SETTING must not be set\n');
  process.exit(78);
}

const sql = isPlatform && env.DATABASE_URL ? openSql(env.DATABASE_URL) : undefined;
if (sql) {
  await sql`create extension if not exists unaccent`;
  await sql`create table if not exists notes (text text)`;
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://service');
  try {
    if (url.pathname === '/crash') process.kill(process.pid, 'SIGKILL');
    if (sql && request.method === 'POST') await sql`insert into notes values (${url.search})`;
    const notes = sql ? (await sql`select text from notes`).map(({ text }) => text) : [];
    response.end(JSON.stringify({ pid: process.pid, notes, environment: env }));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});

const calendarPort = env.CALENDAR_SIMULATOR_A_PORT;
const port = Number(isPlatform ? env.PORT : (calendarPort ?? env.ANALYTICS_PORT));
server.listen(port, isPlatform ? env.HOST : (env.ANALYTICS_HOST ?? '127.0.0.1'), () => {
  process.stdout.write(
    `${JSON.stringify({ level: 'info', msg: 'listening', port, note: 'two words' })}\n`,
  );
  process.send?.({ type: 'progress', message: 'warmed up' });
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    CALENDAR_GOOGLE_BASE_URL: url,
    CALENDAR_MICROSOFT_BASE_URL: url,
    CALENDAR_MICROSOFT_CLIENT_ID: 'b',
  };
  if (calendarPort) process.send?.({ type: 'settings', settings });
  process.send?.({ type: 'ready', address: `port ${port}` });
  if (isPlatform) process.send?.({ type: 'welcome', lines: ['Sign in as ada@example.com'] });
});

const close = () => {
  if (env.STUBBORN) return;
  process.stdout.write(`${JSON.stringify({ level: 30, msg: 'closing' })}\n`);
  server.close();
  server.closeAllConnections();
  void sql?.end().then(() => process.exit(0));
  if (!sql) process.exit(0);
};
process.on('SIGTERM', close);
process.on('disconnect', close);
