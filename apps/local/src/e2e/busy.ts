import { randomUUID } from 'node:crypto';
import type { openFirm } from './firm.ts';

type Firm = Awaited<ReturnType<typeof openFirm>>;
type Outcome = { status: number; ms: number; what: string };
/** An outcome with the number of those that came while it was waited for. */
type Watched = Outcome & { othersMeanwhile: number };

const hungMs = 45_000;

/** The first name of contacts that were created without a key. */
export const withoutKey = 'Once';

/**
 * People at work on a firm from now on: they create contacts, with an Idempotency-Key until it is
 * acknowledged and without one once, read back what was acknowledged, and send events. `stop` lets
 * each come to the end of what it is at, and tells what became of all; of `unanswered` creations
 * without a key nobody knows whether they happened.
 */
export function keepBusy({ call, adviser, contact }: Firm, people = 10) {
  const acknowledged = new Set<string>();
  const acknowledgedOnce = new Set<string>();
  const sentEvents = new Set<string>();
  const outcomes: Watched[] = [];
  const missing: string[] = [];
  const onceOnly = { ...contact, firstName: withoutKey };
  let unanswered = 0;
  let stopping = false;

  async function request(what: string, ...args: Parameters<typeof call>) {
    const [began, before] = [performance.now(), outcomes.length];
    const hung = new Promise<undefined>((done) => setTimeout(done, hungMs, undefined).unref());
    const answer = await Promise.race([
      call(...args).catch(() => ({ status: 0, body: null })),
      hung,
    ]);
    outcomes.push({
      what,
      status: answer?.status ?? -1,
      ms: performance.now() - began,
      othersMeanwhile: outcomes.length - before,
    });
    return answer ?? { status: -1, body: null };
  }

  /** The same request with the same key until it is acknowledged, as a good client does. */
  async function insist(what: string, ...[method, path, body, headers]: Parameters<typeof call>) {
    for (;;) {
      const answer = await request(what, method, path, body, headers);
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      if (stopping && performance.now() > giveUpAt) return undefined;
      await new Promise((again) => setTimeout(again, 100));
    }
  }
  let giveUpAt = Number.POSITIVE_INFINITY;

  async function work(): Promise<void> {
    while (!stopping) {
      const key = { 'idempotency-key': randomUUID() };
      const made = await insist('create', 'POST', '/api/contacts', contact, { ...adviser, ...key });
      if (!made) return;
      acknowledged.add(made.contactUuid);
      const read = await request(
        'read',
        'GET',
        `/api/contacts/${made.contactUuid}`,
        undefined,
        adviser,
      );
      if (read.status === 404) missing.push(made.contactUuid);
      const once = await request('create once', 'POST', '/api/contacts', onceOnly, adviser);
      if (once.status === 200) acknowledgedOnce.add(once.body.contactUuid);
      else unanswered += 1;
      const eventId = randomUUID();
      const event = { eventType: 'test.sent', tenantId: adviser['x-tenant-uuid'], eventId };
      const sent = await insist('send', 'POST', '/api/analytics/events', event, adviser);
      if (sent !== undefined) sentEvents.add(eventId);
    }
  }
  const working = Array.from({ length: people }, work);

  async function stop() {
    stopping = true;
    giveUpAt = performance.now() + 60_000;
    await Promise.all(working);
    return { acknowledged, acknowledgedOnce, unanswered, sentEvents, outcomes, missing };
  }
  return { stop, outcomes };
}

/** Counts the answers of each kind, by what was asked. */
export function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what, status } of outcomes) {
    const name = `${what} ${status}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The slowest of the answers of some kind, and the share of them below which a given part lies. */
export function latencies(outcomes: readonly Outcome[], what?: string) {
  const sorted = outcomes
    .filter((each) => what === undefined || each.what === what)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
