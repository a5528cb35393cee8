import { inSpan } from '@atrium/kit/tracing/spans.ts';
import { traceHeaders } from '@atrium/kit/tracing/trace-context.ts';
import type { Delivery, OutboxEvent } from './relay.ts';

type BatchAnswer = {
  results: { status: string; errors?: { field: string; message: string }[] }[];
};

/**
 * Sends a batch to analytics over its public batch endpoint, with a token that the platform
 * signs for itself. Rejects unless analytics answered for every event.
 */
export function deliverTo(analyticsUrl: string, headers: () => Promise<Record<string, string>>) {
  const deliver = async (events: OutboxEvent[]): Promise<Delivery> => {
    const response = await fetch(`${analyticsUrl}/api/analytics/events/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...traceHeaders(), ...(await headers()) },
      body: JSON.stringify({ events: events.map(withoutNulls) }),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`analytics answered ${response.status}`);
    }
    const { results } = (await response.json()) as BatchAnswer;
    if (results.length !== events.length)
      throw new Error('analytics did not answer for every event');
    return results.map(({ status, errors = [] }) => ({
      refusal:
        status === 'rejected'
          ? errors.map((each) => `${each.field} ${each.message}`).join('; ') || 'refused'
          : null,
    }));
  };
  return (events: OutboxEvent[]): Promise<Delivery> => {
    const attributes = { 'atrium.events': events.length };
    return inSpan({ name: 'deliver events', kind: 'CLIENT', attributes }, () => deliver(events));
  };
}

function withoutNulls(event: OutboxEvent): object {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null));
}
