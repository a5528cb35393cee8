import { Counter, Gauge, Registry } from '@prometheus-io/client';
import type { Backlog } from './ingest/backlog.ts';
import type { Outcome } from './ingest/write-entries.ts';

/** Returns the service's own figures, beside those of the process and of HTTP. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const stored = new Counter({
    name: 'analytics_events_total',
    help: 'Events that went through the journal, by what the store made of them',
    labelNames: ['outcome'],
    registers,
  });

  const lostShards = new Counter({
    name: 'analytics_shards_lost_total',
    help: 'Shards that another process took over while this one wrote them',
    registers,
  });

  const outcomes = {
    accepted: stored.labels('accepted'),
    duplicate: stored.labels('duplicate'),
    rejected: stored.labels('rejected'),
  };

  return {
    registry,
    countOutcome: (outcome: Outcome, events: number) => outcomes[outcome].inc(events),
    countLostShard: () => lostShards.inc(),
    /** Shows what waits for the store at the moment somebody asks. */
    watch(backlog: Backlog) {
      new Gauge({
        name: 'analytics_backlog_events',
        help: 'Events accepted and not yet stored',
        registers,
        collect() {
          this.set(backlog.events);
        },
      });
    },
  };
}
