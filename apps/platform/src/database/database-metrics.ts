import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Receives what the connection pool and the transactions on it measure. */
export type DatabaseObserver = {
  /** A transaction has its connection, after so many seconds. */
  connected: (seconds: number) => void;
  /** A transaction was refused because none came free in time. */
  refused: () => void;
  /** A commit was answered, after so many seconds. */
  committed: (seconds: number) => void;
};

/** The state of the pool. */
type PoolStats = { open: number; idle: number; waiting: number };

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
  const observer: DatabaseObserver = {
    connected: (seconds) => waits.observe(seconds),
    refused: () => refusals.inc(),
    committed: (seconds) => commits.observe(seconds),
  };

  return {
    observer,
    /** Shows how the pool stands at the moment somebody asks. */
    watch(stats: () => PoolStats): void {
      new Gauge({
        name: 'db_connections',
        help: 'Connections of the pool, and transactions that wait for one',
        labelNames: ['state'],
        registers,
        collect() {
          for (const [state, count] of Object.entries(stats())) this.set({ state }, count);
        },
      });
    },
  };
}
