import type { Config } from '../../config.ts';
import { tenantPrefix } from '../../files/keys.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { Problem } from '../../problems.ts';
import type { TenantStore } from './purge-run.ts';

type Removes = Pick<TenantStore, 'removeTenant'>;

type Sources = {
  config: Config;
  calendar: Removes;
  jobs: Removes;
  mailer: Removes;
  objects: ObjectStore;
  analyticsHeaders: () => Promise<Record<string, string>>;
};

/** Returns the stores that keep something of a tenant beside the tables, in the order of their removal. */
export function tenantStores(sources: Sources): TenantStore[] {
  const { calendar, config, jobs, mailer, objects, analyticsHeaders } = sources;

  async function removeObjects(tenantUuid: string): Promise<number> {
    const stored = await objects.list(tenantPrefix(tenantUuid));
    await objects.remove(stored.map(({ key }) => key));
    return stored.length;
  }

  async function removeEvents(tenantUuid: string): Promise<number> {
    const response = await fetch(
      `${config.analyticsUrl}/api/analytics/tenants/${tenantUuid}/events`,
      {
        method: 'DELETE',
        headers: await analyticsHeaders(),
        signal: AbortSignal.timeout(25_000),
      },
    ).catch(unavailable);
    if (!response.ok) return unavailable(new Error(`analytics answered ${response.status}`));
    const { removed } = (await response.json()) as { removed: { events: number } };
    return removed.events;
  }

  return [
    { name: 'calendarSubscriptions', beforeRows: true, removeTenant: calendar.removeTenant },
    { name: 'jobs', removeTenant: jobs.removeTenant },
    { name: 'objects', removeTenant: removeObjects },
    { name: 'mail', removeTenant: mailer.removeTenant },
    { name: 'analyticsEvents', removeTenant: removeEvents },
  ];
}

function unavailable(cause: unknown): never {
  const detail = 'The tenant is closed, and its rows are gone; analytics will follow';
  throw new Problem('UNAVAILABLE', detail, { cause, headers: { 'retry-after': '60' } });
}
