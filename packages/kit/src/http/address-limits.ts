import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { fastifyPlugin } from 'fastify-plugin';
import type { readEnv } from '../env.ts';
import { KitProblem } from '../problem.ts';
import { countedAddress } from './counted-address.ts';
import type { TrustProxy } from './trusted-proxies.ts';
import { refuseSocket } from './unreadable.ts';

/** The share of the server that one address may hold open. */
export type AddressLimits = {
  enabled: boolean;
  /** Requests whose body has not come in whole. */
  unfinished: number;
  connections: number;
};

/** Reads the limits; `RATE_LIMITS=off` switches them off. */
export function readAddressLimits(env: ReturnType<typeof readEnv>): AddressLimits {
  return {
    enabled: env.flag('RATE_LIMITS', true),
    unfinished: env.int('LIMIT_UNFINISHED_PER_ADDRESS', 200, { min: 1 }),
    connections: env.int('LIMIT_CONNECTIONS_PER_ADDRESS', 500, { min: 1 }),
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route refuses nobody for the number of requests: they do not count as unfinished. */
    takesAnyNumber?: boolean;
    /**
     * The answer goes on for as long as its reader stays: it is no request under way, and its connection
     * is none of its address.
     */
    lasts?: boolean;
  }
}

type Options = { limits: AddressLimits; trustProxy: TrustProxy };

/**
 * Limits the connections of an address, and its requests that have not come in whole: such cost
 * the caller next to nothing. Trusted proxies are not counted, since they speak for many.
 */
export const addressLimits = fastifyPlugin<Options>(async (app, { limits, trustProxy }) => {
  if (!limits.enabled) return;
  const connections = new Map<string, Set<Socket>>();
  const isCounted = ({ remoteAddress = '' }: Socket) => !trustProxy(remoteAddress, 0);
  function count(socket: Socket): number {
    const address = countedAddress(socket.remoteAddress ?? '');
    const own = connections.get(address) ?? new Set();
    connections.set(address, own.add(socket));
    return own.size;
  }
  function release(socket: Socket, address: string): void {
    const own = connections.get(address);
    own?.delete(socket);
    if (own?.size === 0) connections.delete(address);
  }
  app.server.on('connection', (socket: Socket) => {
    if (!isCounted(socket)) return;
    // Of a closed connection the address is not known any more.
    const address = countedAddress(socket.remoteAddress ?? '');
    socket.once('close', () => release(socket, address));
    if (count(socket) > limits.connections) refuseSocket(app, socket, tooMany('connections'));
  });

  // Not before it is known that the caller gets the answer.
  app.addHook('onSend', async ({ routeOptions, raw: { socket } }, reply) => {
    if (!routeOptions.config.lasts || reply.statusCode !== 200 || !isCounted(socket)) return;
    release(socket, countedAddress(socket.remoteAddress ?? ''));
    reply.raw.once('close', () => {
      if (!socket.destroyed) count(socket);
    });
  });

  const unfinished = new Map<string, Set<IncomingMessage>>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, ip, routeOptions } = request;
    if (!hasBody(raw) || routeOptions.config.takesAnyNumber || trustProxy(ip, 0)) return done();
    const address = countedAddress(ip);
    const own = unfinished.get(address) ?? new Set();
    if (own.size >= limits.unfinished) dropComplete(own);
    if (own.size >= limits.unfinished) return done(tooMany('unfinished requests'));
    unfinished.set(address, own.add(raw));
    raw.once('close', () => {
      own.delete(raw);
      if (own.size === 0 && unfinished.get(address) === own) unfinished.delete(address);
    });
    done();
  });
});

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

// A request stays in the set until its answer has ended, long after it came in whole.
function dropComplete(requests: Set<IncomingMessage>): void {
  for (const each of requests) if (each.complete) requests.delete(each);
}

function tooMany(what: string): KitProblem {
  return new KitProblem('RATE_LIMITED', `Too many ${what} from this address`, {
    headers: { 'retry-after': '5', connection: 'close' },
  });
}
