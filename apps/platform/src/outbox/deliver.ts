import type { Delivery, OutboxEvent } from './relay.ts';

type BatchAnswer = {
  results: { status: string; errors?: { field: string; message: string }[] }[];
};

/**
 * Sends a batch to analytics over its public batch endpoint, with a token that the platform
 * signs for itself. Rejects unless analytics answered for every event.
 */
export function deliverTo(analyticsUrl: string, headers: () => Promise<Record<string, string>>) {
  return async (events: OutboxEvent[]): Promise<Delivery> => {
    const response = await fetch(`${analyticsUrl}/api/analytics/events/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await headers()) },
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
}

function withoutNulls(event: OutboxEvent): object {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null));
}
