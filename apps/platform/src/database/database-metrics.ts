import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';

export type DatabaseMetrics = ReturnType<typeof createDatabaseMetrics>;

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Returns the platform's figures of its database: waits for connections, refusals, and commits. */
export function createDatabaseMetrics(registry: Registry) {
  const registers = [registry];
  const waits = new Histogram({
    name: 'db_connection_wait_seconds',
    help: 'Seconds that a transaction waited for its connection',
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: 'db_connection_refusals_total',
    help: 'Transactions that were refused because no connection came free in time',
    registers,
  });
  const commits = new Histogram({
    name: 'db_commit_seconds',
    help: 'Seconds from the commit to the answer that it is durable',
    buckets,
    registers,
  });

  /** Shows how the pool stands at the moment somebody asks. */
  function watch(count: () => Record<'open' | 'idle' | 'waiting', number>): void {
    new Gauge({
      name: 'db_connections',
      help: 'Connections of the pool, and transactions that wait for one',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, value] of Object.entries(count())) this.set({ state }, value);
      },
    });
  }

  const laggingReads = new Counter({
    name: 'db_lagging_reads_total',
    help: 'Reads that may be a second old, by the server that answered',
    labelNames: ['where'],
    registers,
  });

  /** Shows how far a standby is behind at the moment somebody asks; without one there is no such figure. */
  function watchStandby(behindSeconds: () => number): void {
    new Gauge({
      name: 'db_standby_behind_seconds',
      help: 'Seconds that the standby for reads is behind',
      registers,
      collect() {
        this.set(behindSeconds());
      },
    });
  }

  return { waits, refusals, commits, watch, laggingReads, watchStandby };
}
