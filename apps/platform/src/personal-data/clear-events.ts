import type { Config } from '../config.ts';

/**
 * Returns the call by which analytics clears values of a person in a tenant's events. It rejects while
 * analytics is away, to be tried again.
 */
export function eventClearing(
  { analyticsUrl }: Pick<Config, 'analyticsUrl'>,
  headers: () => Promise<Record<string, string>>,
) {
  return async (tenantUuid: string, values: readonly string[]): Promise<void> => {
    if (values.length === 0) return;
    const url = `${analyticsUrl}/api/analytics/tenants/${tenantUuid}/events/clear`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...(await headers()), 'content-type': 'application/json' },
      body: JSON.stringify({ values }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`Analytics answered ${response.status}`);
  };
}
