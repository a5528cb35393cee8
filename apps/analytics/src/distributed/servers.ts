import { connect } from 'node:net';

/** A server of the log, as it tells of itself. */
export type LogServer = { id: string; name: string };

const greetsWithinMs = 2_000;

/**
 * Returns the servers behind addresses, each once, however many addresses it has. Of the named ones, one that does
 * not tell who it is counts by its address; of those that servers tell of, which may be meant for each other alone,
 * it does not.
 */
export async function serversBehind(
  named: readonly string[],
  toldOf: readonly string[],
): Promise<LogServer[]> {
  const found = await Promise.all(
    [...new Set([...named, ...toldOf])].map((address) =>
      greetingOf(address).catch(() =>
        named.includes(address) ? { id: address, name: address } : undefined,
      ),
    ),
  );
  const servers = found.filter((server) => server !== undefined);
  return [...new Map(servers.map((server) => [server.id, server])).values()];
}

/** Reads with what a server greets whoever connects: INFO of its protocol, before a password and before TLS. */
async function greetingOf(address: string): Promise<LogServer> {
  const { hostname, port } = new URL(`nats://${address}`);
  const socket = connect({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 4222),
    signal: AbortSignal.timeout(greetsWithinMs),
  });
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    text += chunk;
    if (text.includes('\r\n')) break;
  }
  const told = JSON.parse(text.slice('INFO '.length, text.indexOf('\r\n')));
  return { id: String(told.server_id), name: String(told.server_name) };
}
