import type { Config } from '../config.ts';

/** So many values go in one request. */
const mostAtOnce = 500;

/**
 * Returns the call by which analytics clears values of a person in a tenant's events. It rejects while
 * analytics is away, to be tried again.
 */
export function eventClearing(
  { analyticsUrl }: Pick<Config, 'analyticsUrl'>,
  headers: () => Promise<Record<string, string>>,
) {
  return async (tenantUuid: string, values: readonly string[]): Promise<void> => {
    // Longer ones in pieces, as analytics takes them.
    const texts = values.flatMap((each) => each.match(/.{3,500}/gsu) ?? []);
    const url = `${analyticsUrl}/api/analytics/tenants/${tenantUuid}/events/clear`;
    for (let at = 0; at < texts.length; at += mostAtOnce) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...(await headers()), 'content-type': 'application/json' },
        body: JSON.stringify({ values: texts.slice(at, at + mostAtOnce) }),
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`Analytics answered ${response.status}`);
    }
  };
}
