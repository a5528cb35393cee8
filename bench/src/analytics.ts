import { measureGrowth as measure } from './analytics-growth.ts';
import { measureBatches, measureSingleEvents } from './analytics-ingest.ts';
import { measureQueries } from './analytics-query.ts';
import { measureRelay } from './analytics-relay.ts';
import type { Goals } from './goals.ts';

/** Taking events in, and questions over ten million of them. */
export async function measureAnalytics(goals: Goals, dataDir: string): Promise<void> {
  await measureSingleEvents(goals, dataDir);
  await measureBatches(goals, dataDir, 2_000_000);
  await measureRelay(goals, dataDir, 100_000);
  await measureQueries(goals, 10_000_000);
}

/** Measures the cost of more events. It takes a quarter of an hour, so it runs only when asked for. */
export async function measureGrowth(goals: Goals): Promise<void> {
  await measure(goals, [1, 10, 50, 100]);
}
