import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/** Returns a port that nothing listens on now: `wanted` if that is free, otherwise any. */
export async function freePort(host: string, wanted = 0): Promise<number> {
  try {
    return await tryPort(host, wanted);
  } catch (error) {
    if (wanted === 0) throw error;
    return tryPort(host, 0);
  }
}

/**
 * Returns the port to listen on (any free one for 0). A port that cannot be had is a StartError naming
 * the port, the setting and a way out.
 */
export async function claimPort(host: string, port: number, setting: string): Promise<number> {
  try {
    return await tryPort(host, port);
  } catch (error) {
    throw new StartError(explain((error as NodeJS.ErrnoException).code, host, port, setting));
  }
}

/**
 * Throws a StartError if the port is another's at the other loopback address, which browsers may
 * try first for `localhost`. A machine may have only one of the two.
 */
export async function claimAtLocalhost(host: string, port: number): Promise<void> {
  const other = { '127.0.0.1': '::1', '::1': '127.0.0.1' }[host];
  if (!other) return;
  await tryPort(other, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartError(explain(error.code, other, port, 'PORT'));
  });
}

function explain(code: string | undefined, host: string, port: number, setting: string): string {
  const another = `start with another: ${setting}=${port < 1024 ? port + 8000 : port + 10} npm start`;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop what uses it, or ${another}`;
  if (code === 'EACCES') return `Port ${port} on ${host} needs more rights than yours; ${another}`;
  return `Port ${port} on ${host} cannot be listened on (${code}). Check HOST and ${setting}.`;
}

// Below those that systems give to whoever asks for any, to callers too: one that is free now stays so.
const [lowest, highest] = [20_000, 32_768];
const attempts = 100;

/** Returns a port that can be listened on, for 0 one by chance. Throws the system's error otherwise. */
async function tryPort(host: string, port: number): Promise<number> {
  if (port !== 0) return listenOnce(host, port);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listenOnce(host, randomInt(lowest, highest));
    } catch (error) {
      if (attempt === attempts || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE')
        throw error;
    }
  }
}

async function listenOnce(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
  return port;
}
