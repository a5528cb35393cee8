import underPressure from '@fastify/under-pressure';
import { fastifyPlugin } from 'fastify-plugin';
import { KitProblem } from '../problem.ts';

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

/**
 * Turns requests away with OVERLOADED beyond a thousand at a time, and beyond a crowd while the process
 * lags by seconds. A lag
 * alone says only that the machine is busy: whoever comes with few others is served when it gets to them.
 */
export const shedLoad = fastifyPlugin(async (app) => {
  let underWay = 0;
  // At the end of the answer or of the connection: an aborted request has no onResponse.
  const leave = () => {
    underWay -= 1;
  };
  app.addHook('onRequest', (_request, reply, done) => {
    underWay += 1;
    reply.raw.once('close', leave);
    if (underWay <= most) return done();
    done(new KitProblem('OVERLOADED', undefined, { headers: { 'retry-after': '1' } }));
  });
  await app.register(underPressure, {
    maxEventLoopDelay: 3_000,
    pressureHandler: () => {
      if (underWay <= crowd) return;
      throw new KitProblem('OVERLOADED', undefined, { headers: { 'retry-after': '5' } });
    },
  });
});
