import type { FastifyInstance } from 'fastify';

/** The window over which answers are counted, in milliseconds, and its parts. */
const windowMs = 5_000;
const partMs = 1_000;
/** So many refusals, and such a share of all answers, mean that the process cannot keep up. */
const most = { refusals: 10, share: 0.25 };

type Part = { beganAt: number; answers: number; refusals: number };

/**
 * Watches a server's answers. The function returned tells whether, over the last five seconds, it
 * refused a quarter of its requests or more with OVERLOADED, as for want of database connections.
 */
export function watchRefusals(app: FastifyInstance, now = () => performance.now()): () => boolean {
  let parts: Part[] = [];
  const current = (): Part => {
    const time = now();
    parts = parts.filter(({ beganAt }) => time - beganAt < windowMs);
    const last = parts.at(-1);
    if (last && time - last.beganAt < partMs) return last;
    const part = { beganAt: time, answers: 0, refusals: 0 };
    parts.push(part);
    return part;
  };
  app.addHook('onResponse', (request, reply, done) => {
    // A request that watches the process is always answered, and must not hide what others get.
    if (!/^\/(health|metrics)\b/.test(request.url)) {
      const part = current();
      part.answers += 1;
      if (reply.problemCode === 'OVERLOADED') part.refusals += 1;
    }
    done();
  });
  return () => {
    current();
    const sum = (name: 'answers' | 'refusals') => parts.reduce((all, part) => all + part[name], 0);
    return sum('refusals') >= most.refusals && sum('refusals') >= most.share * sum('answers');
  };
}
