import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Headers } from '@atrium/api-client/test-support/call-api.ts';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { attack } from './hostile-attack.ts';
import { openHostileFirm } from './hostile-firm.ts';
import { furnish } from './platform.ts';

const [people, contacts, leastRequests] = [6, 30_000, 240];
/** A lane asks this often, so that its person stays within 600 requests a minute. */
const paceMs = 120;
const [goalMs, goalTimes] = [500, 6];

/**
 * Two lanes of small requests of one firm, alone and while six people of another firm of 30,000
 * contacts do their worst within the limits: duplicates, readiness, free times, exports that nobody
 * reads, feeds, replays and creations, as many at once as each can. Another firm's p99 stays under half
 * a second, or six times what it is alone, and nothing of it is refused.
 */
export async function measureHostile({ check, print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off', RATE_LIMITS: 'on' });
  try {
    const victim = await furnish(atrium.address, dataDir);
    const hostile = await openHostileFirm(atrium, victim.root, { people, contacts });
    const small = lanes(atrium.address, victim.headers, victim.contactUuid);
    await small(60);
    const alone = await small(leastRequests);
    const attacking = attack(atrium.address, hostile);
    await pause(3_000);
    const attacked = await small(leastRequests);
    const did = await attacking.stop();
    print(`        alone ${told(alone)}; attacked ${told(attacked)}`);
    print(`        the attack was answered ${JSON.stringify(did)}`);
    const limit = Math.max(goalMs, goalTimes * alone.p99);
    check('another firm under attack, p99', attacked.p99, 'ms', { atMost: limit });
    check('another firm under attack, refused', attacked.refused, '', { atMost: 0 });
  } finally {
    await atrium.stop();
  }
}

type Small = { p50: number; p99: number; max: number; refused: number; statuses: object };

const told = ({ p50, p99, max, statuses }: Small) =>
  `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, max ${max.toFixed(0)} ms ${JSON.stringify(statuses)}`;

/** Returns what sends small requests by two lanes, each one after the other, and tells how they went. */
function lanes(address: string, headers: Headers, contactUuid: string) {
  const agent = new Agent({ keepAlive: true });
  const paths = [
    `/api/contacts/${contactUuid}`,
    '/api/contacts?size=20',
    '/api/tasks',
    '/api/auth/me',
  ];
  return async (count: number): Promise<Small> => {
    const times: number[] = [];
    const statuses: Record<string, number> = {};
    const lane = async () => {
      for (let at = 0; at < count / 2; at++) {
        const began = performance.now();
        const status = await get(`${address}${paths[at % paths.length]}`, headers, agent);
        times.push(performance.now() - began);
        statuses[status] = (statuses[status] ?? 0) + 1;
        await pause(Math.max(0, began + paceMs * 2 - performance.now()));
      }
    };
    await Promise.all([lane(), lane()]);
    const sorted = times.toSorted((one, other) => one - other);
    const part = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
    const refused = times.length - (statuses[200] ?? 0);
    return { p50: part(0.5), p99: part(0.99), max: part(1), refused, statuses };
  };
}

function get(url: string, headers: Headers, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    request(url, { headers, agent, localAddress: '127.0.0.3' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', () => resolve(0))
      .end();
  });
}
