import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { EndpointSecrets } from '../secrets.ts';
import { deriveMessages } from './derive-messages.ts';
import { type Candidate, endLease, listCandidates, renewLeases, takeLeases } from './queries.ts';
import type { Sender } from './sender.ts';
import { serveEndpoint } from './serve-endpoint.ts';

// Of so many endpoints that are served at a time, those that fail or are slow get half at most.
const mostAtOnce = 500;
const mostSlow = mostAtOnce / 2;
const leaseSeconds = 20;
const renewMs = 5_000;
const tickMs = 1_000;
// The first event after a pause goes out as good as at once; a stream of them in batches.
const promptMs = 20;
const gatherMs = 100;

type Options = {
  db: Db;
  sender: Sender;
  secrets: EndpointSecrets;
  logger: Logger;
  registry: Registry;
};

/**
 * Makes messages of committed events and sends them. The rows are the queue; each endpoint is served
 * by one process at a time, beside all others, so that one that is dead delays itself alone. Woken
 * by commits of this process, and every second for what others left.
 */
export function createWebhookDelivery({ db, sender, secrets, logger, registry }: Options) {
  const counter = new Counter({
    name: 'webhook_tries_total',
    help: 'Messages sent to webhook endpoints, by what became of the try',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const token = randomUUID();
  const serving = new Map<string, Candidate & { done: Promise<void> }>();
  let ticker: NodeJS.Timeout | undefined;
  let renewer: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastRunAt = 0;
  let running: Promise<void> | undefined;
  let runAgain = false;
  let stopped = false;

  const means = {
    db,
    sender,
    secrets,
    count: ({ error }: { error: string | null }) => counter.inc({ outcome: error ?? 'DELIVERED' }),
    isStopped: () => stopped,
  };

  /** Says that a change was committed. */
  function wake(): void {
    if (stopped || !ticker || timer) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        run();
      },
      Math.max(promptMs, lastRunAt + gatherMs - performance.now()),
    );
  }

  function run(): void {
    if (stopped) return;
    if (running) {
      runAgain = true;
      return;
    }
    lastRunAt = performance.now();
    running = deriveAndServe()
      .catch((error) => logger.warn({ err: error }, 'webhooks'))
      .finally(() => {
        running = undefined;
        if (runAgain) wake();
        runAgain = false;
      });
  }

  async function deriveAndServe(): Promise<void> {
    while (!stopped && (await deriveMessages(db)));
    const room = mostAtOnce - serving.size;
    if (room <= 0 || stopped) return;
    const found = await db.asPlatform((tx) => listCandidates(tx, room));
    const slowRoom = mostSlow - [...serving.values()].filter((each) => !each.isPrompt).length;
    const prompt = found.filter(({ isPrompt }) => isPrompt);
    const slow = found.filter(({ isPrompt }) => !isPrompt).slice(0, Math.max(0, slowRoom));
    const wanted = [...prompt, ...slow].filter(({ endpointUuid }) => !serving.has(endpointUuid));
    if (wanted.length === 0) return;
    const taken = await db.asPlatform((tx) => takeLeases(tx, wanted, token, leaseSeconds));
    for (const each of wanted.filter(({ endpointUuid }) => taken.includes(endpointUuid)))
      serving.set(each.endpointUuid, { ...each, done: serve(each) });
  }

  async function serve(endpoint: Candidate): Promise<void> {
    const { tenantUuid, endpointUuid } = endpoint;
    try {
      await serveEndpoint(means, endpoint);
      await db.asTenant(tenantUuid, system, (tx) => endLease(tx, endpointUuid, token));
    } catch (error) {
      // The lease runs out by itself: a pause before what failed is tried again.
      logger.warn({ err: error, endpointUuid }, 'webhook endpoint');
    }
    serving.delete(endpointUuid);
    // Messages that came while the lease was given back are found now.
    wake();
  }

  async function renew(): Promise<void> {
    if (serving.size === 0) return;
    await db.asPlatform((tx) => renewLeases(tx, [...serving.values()], token, leaseSeconds));
  }

  function start(): void {
    ticker = setInterval(wake, tickMs);
    renewer = setInterval(
      () => void renew().catch((error) => logger.warn({ err: error }, 'webhook leases')),
      renewMs,
    );
    for (const each of [ticker, renewer]) each.unref();
    wake();
  }

  /** Stops after the requests that are under way, or cuts them off after a while. */
  async function stop(): Promise<void> {
    stopped = true;
    for (const each of [ticker, timer]) clearTimeout(each);
    await running;
    const cut = setTimeout(() => void sender.close(), 5_000);
    await Promise.all([...serving.values()].map(({ done }) => done));
    clearTimeout(cut);
    clearInterval(renewer);
    await sender.close();
  }

  return { start, stop, wake };
}
