import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { fastifyPlugin } from 'fastify-plugin';
import { KitProblem } from '../problem.ts';

/**
 * Refuses a request that names no host where HTTP/1.1 needs one (RFC 9112, section 3.2), more than one, or
 * what is no host. Node, which would answer without a word, is told to leave that to us. A name with the
 * dot of the root is the one without.
 */
export const hostHeader = fastifyPlugin(async (app) => {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { headers } = raw;
    const { host } = headers;
    const isWhole = host === undefined ? raw.httpVersion !== '1.1' : isHost(host);
    if (!isWhole || hasTwo(raw)) {
      const options = { headers: { connection: 'close' } };
      return done(new KitProblem('MALFORMED_REQUEST', 'The request names no host', options));
    }
    if (host !== undefined) headers.host = host.replace(/\.(?=:\d*$|$)/, '');
    done();
  });
});

/** Returns whether a text is a host, with a port or without. */
export function isHost(text: string): boolean {
  const [, address, port = ''] =
    /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::(\d{0,5}))?$/i.exec(text) ?? [];
  if (address === undefined || Number(port) > 65_535) return false;
  return !address.startsWith('[') || isIPv6(address.slice(1, -1));
}

const hasTwo = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
