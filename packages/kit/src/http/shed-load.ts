import underPressure from '@fastify/under-pressure';
import { fastifyPlugin } from 'fastify-plugin';
import { KitProblem } from '../problem.ts';

/** Says how late the event loop may be, as a mean over `sampleMs`, before a crowd is turned away. */
type Options = { lagMs?: number; sampleMs?: number };

// The largest crowd that is served late rather than turned away.
const crowd = 200;
// More than these at a time would wait for seconds whatever they want: refusing them is cheap while
// nothing of them was read.
const most = 1_000;

/**
 * Connections that may wait to be accepted, for `listen`: with Node's 511 the system drops those of
 * a crowd unseen, and their callers try again for half a minute instead of being refused.
 */
export const backlog = 4_096;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that is served however busy the server is. */
    alwaysServed?: boolean;
  }
}

/**
 * Turns requests away with OVERLOADED beyond a thousand at a time, and beyond a crowd while the process
 * lags by seconds. A lag alone says only that the machine is busy: whoever comes with few others is
 * served when it gets to them. A request counts from when its body is there: one that never comes
 * in whole takes nobody's place.
 */
export const shedLoad = fastifyPlugin<Options>(async (app, { lagMs = 3_000, sampleMs = 1_000 }) => {
  let underWay = 0;
  // At the end of the answer or of the connection: an aborted request has no onResponse.
  const leave = () => {
    underWay -= 1;
  };
  await app.register(underPressure, {
    maxEventLoopDelay: lagMs,
    sampleInterval: sampleMs,
    // Asked below, where it is known how many there are.
    pressureHandler: () => undefined,
  });

  // While nothing of it was read, refusing a request is cheap.
  app.addHook('onRequest', (request, _reply, done) => {
    if (underWay < most || request.routeOptions.config.alwaysServed) return done();
    done(overloaded('1'));
  });
  app.addHook('preValidation', (request, reply, done) => {
    const { alwaysServed, lasts } = request.routeOptions.config;
    if (alwaysServed || lasts) return done();
    underWay += 1;
    reply.raw.once('close', leave);
    if (underWay > most) return done(overloaded('1'));
    if (underWay > crowd && app.isUnderPressure()) return done(overloaded('5'));
    done();
  });
});

function overloaded(seconds: string): KitProblem {
  return new KitProblem('OVERLOADED', undefined, { headers: { 'retry-after': seconds } });
}
