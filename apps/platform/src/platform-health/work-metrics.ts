import { auditMetrics } from '../audit/audit-metrics.ts';
import { backgroundMetrics } from '../background/background-metrics.ts';
import type { MetricSources } from '../database/watch-rows.ts';
import { mailMetrics } from '../mail/outbox/mail-metrics.ts';
import { webhookMetrics } from '../webhook-endpoints/delivery/webhook-metrics.ts';

/** Measures the work that waits in the database, whoever does it. */
export function workMetrics(sources: MetricSources): void {
  backgroundMetrics(sources);
  mailMetrics(sources);
  webhookMetrics(sources);
  auditMetrics(sources);
}
