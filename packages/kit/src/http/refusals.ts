import type { FastifyInstance } from 'fastify';

/** The window over which answers are counted, in milliseconds, and its parts. */
const windowMs = 5_000;
const partMs = 1_000;
/** So many refusals, and such a share of all answers, mean that the process cannot keep up. */
const most = { refusals: 10, share: 0.25 };

type Count = { answers: number; refusals: number };
/** What was answered in a second to each tenant; to whoever is of none by an empty name. */
type Part = { beganAt: number; tenants: Map<string, Count> };

/**
 * Watches a server's answers. The function returned tells whether, over the last five seconds, it
 * refused a quarter of its requests or more with OVERLOADED, as for want of database connections. When
 * one tenant is refused for asking too much, the others say whether the server keeps up.
 */
export function watchRefusals(app: FastifyInstance, now = () => performance.now()): () => boolean {
  let parts: Part[] = [];
  const current = (): Part => {
    const time = now();
    parts = parts.filter(({ beganAt }) => time - beganAt < windowMs);
    const last = parts.at(-1);
    if (last && time - last.beganAt < partMs) return last;
    const part = { beganAt: time, tenants: new Map() };
    parts.push(part);
    return part;
  };
  app.addHook('onResponse', (request, reply, done) => {
    // A request that watches the process is always answered, and must not hide what others get.
    if (!/^\/(health|metrics)\b/.test(request.url)) {
      const { tenants } = current();
      const tenant = request.caller?.tenantUuid ?? '';
      const count = tenants.get(tenant) ?? { answers: 0, refusals: 0 };
      tenants.set(tenant, count);
      count.answers += 1;
      if (reply.problemCode === 'OVERLOADED') count.refusals += 1;
    }
    done();
  });
  return () => {
    current();
    const all = sum(parts.flatMap(({ tenants }) => [...tenants.values()]));
    if (all.refusals < most.refusals || !isMuch(all)) return false;
    const names = [...new Set(parts.flatMap(({ tenants }) => [...tenants.keys()]))];
    const counts = names.map((name) => ({
      name,
      ...sum(parts.flatMap(({ tenants }) => tenants.get(name) ?? [])),
    }));
    const greediest = counts
      .filter(({ name }) => name !== '')
      .toSorted((one, other) => other.refusals - one.refusals)[0];
    const others = counts.filter((count) => count !== greediest);
    return others.length === 0 || isMuch(sum(others));
  };
}

const isMuch = ({ answers, refusals }: Count) => refusals >= most.share * answers;

function sum(counts: readonly Count[]): Count {
  return {
    answers: counts.reduce((all, { answers }) => all + answers, 0),
    refusals: counts.reduce((all, { refusals }) => all + refusals, 0),
  };
}
