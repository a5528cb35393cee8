import { Counter, type Registry } from '@prometheus-io/client';
import type { Logger } from 'pino';
import { startLeasedRows } from '../../background/leased-rows.ts';
import { createLeases } from '../../background/leases.ts';
import { type Loop, startLoop } from '../../background/loop.ts';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/transaction.ts';
import type { EndpointSecrets } from '../secrets.ts';
import { batchSize, deriveMessages } from './derive-messages.ts';
import { type Candidate, listCandidates } from './queries.ts';
import type { Sender } from './sender.ts';
import { serveEndpoint } from './serve-endpoint.ts';

// Of so many endpoints that are served at a time, those that fail or are slow get half at most.
const most = 500;
const mostSlow = most / 2;

type Options = {
  db: Db;
  isPaused: () => Promise<boolean>;
  sender: Sender;
  secrets: EndpointSecrets;
  logger: Logger;
  registry: Registry;
};

/**
 * Makes messages of committed events and sends them. The rows are the queue; each endpoint is served
 * by one process at a time, beside all others, so that one that is dead delays itself alone.
 */
export function createWebhookDelivery(options: Options) {
  const { db, sender, secrets, logger, registry } = options;
  const counter = new Counter({
    name: 'webhook_tries_total',
    help: 'Messages sent to webhook endpoints, by what became of the try',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const count = ({ error }: { error: string | null }) =>
    counter.inc({ outcome: error ?? 'DELIVERED' });
  const table = { table: 'webhook_endpoints', key: 'endpointUuid' } as const;
  const leases = createLeases({ db, logger, ...table, seconds: 20 });
  let deriving: Loop | undefined;
  let sending: Pick<Loop, 'wake' | 'stop'> | undefined;

  async function derive(isStopped: () => boolean): Promise<boolean> {
    let events: number;
    let all = 0;
    do {
      events = await deriveMessages(db);
      all += events;
    } while (events === batchSize && !isStopped());
    if (all > 0) sending?.wake();
    return all > 0;
  }

  /** Finds endpoints to serve beside those that are, and leaves room for the prompt ones. */
  async function findEndpoints(tx: Tx, room: number, working: readonly Candidate[]) {
    const found = await listCandidates(tx, room);
    const slowRoom = mostSlow - working.filter(({ isPrompt }) => !isPrompt).length;
    const slow = found.filter(({ isPrompt }) => !isPrompt);
    return [...found.filter(({ isPrompt }) => isPrompt), ...slow.slice(0, Math.max(0, slowRoom))];
  }

  function start(): void {
    const means = { logger, registry, gatherMs: 100 };
    sending = startLeasedRows({
      ...means,
      name: 'webhooks',
      isPaused: options.isPaused,
      db,
      leases,
      most,
      find: findEndpoints,
      work: async (endpoint: Candidate, _lease, isStopped) => {
        await serveEndpoint({ db, sender, secrets, count, isStopped }, endpoint);
        // Messages that came while the endpoint was given back are found now.
        return true;
      },
    });
    deriving = startLoop({ ...means, name: 'webhook-messages', promptMs: 20, run: derive });
  }

  /** Stops after the requests that are under way, or cuts them off after a while. */
  async function stop(): Promise<void> {
    const cut = setTimeout(() => void sender.close(), 5_000);
    await Promise.all([deriving?.stop(), sending?.stop()]);
    clearTimeout(cut);
    await sender.close();
  }

  return {
    start,
    stop,
    /** Says that events were committed. */
    wake: () => deriving?.wake(),
    /** Says that messages are due. */
    wakeSending: () => sending?.wake(),
  };
}
