import { Problem } from '../problems.ts';
import type { EventRow } from './event-row.ts';

/** The part of a row that the backlog needs. */
type Waiting = Pick<EventRow, 'tenantId' | 'line'>;

export type BacklogLimits = { maxEvents: number; maxBytes: number };

/** Holds the accepted events that are not yet stored, limits their number and tells when each is stored. */
export type Backlog = {
  readonly events: number;
  readonly bytes: number;
  /** Counts rows in. Throws OVERLOADED when there is no room, or when one tenant would fill half of all. */
  admit(rows: readonly Waiting[]): void;
  /** Counts a row in that was accepted by an earlier process, whatever the limits. */
  readmit(row: Waiting): void;
  /** Says that a row is stored, or given up. */
  release(row: Waiting): void;
  /** Resolves when all that was admitted before is released: of one tenant, or of all. */
  settled(tenantId?: string): Promise<void>;
  /** Returns whether events of a tenant wait. */
  holds(tenantId: string): boolean;
};

/** Counts a tenant's events, and holds those who wait until they are stored. */
type TenantEvents = {
  admitted: number;
  released: number;
  waiting: { until: number; go: () => void }[];
};

const retryAfterSeconds = '2';

export function createBacklog(limits: BacklogLimits): Backlog {
  const tenants = new Map<string, TenantEvents>();
  let events = 0;
  let bytes = 0;

  function tenantOf(tenantId: string): TenantEvents {
    const known = tenants.get(tenantId);
    if (known) return known;
    const tenant: TenantEvents = { admitted: 0, released: 0, waiting: [] };
    tenants.set(tenantId, tenant);
    return tenant;
  }

  function refuseWhenFull(rows: readonly Waiting[]): void {
    const more = rows.reduce((sum, row) => sum + row.line.length, 0);
    const room = bytes + more <= limits.maxBytes;
    // Half of it is free: then no tenant can fill more than half.
    if (room && events + rows.length <= limits.maxEvents / 2) return;
    const full = !room || events + rows.length > limits.maxEvents;
    const byTenant = Map.groupBy(rows, (row) => row.tenantId);
    const greedy = [...byTenant].some(([tenantId, own]) => {
      const tenant = tenants.get(tenantId);
      const waiting = tenant ? tenant.admitted - tenant.released : 0;
      return waiting + own.length > limits.maxEvents / 2;
    });
    if (!full && !greedy) return;
    throw new Problem('OVERLOADED', 'More events are waiting than can be taken now', {
      headers: { 'retry-after': retryAfterSeconds },
    });
  }

  function settledTenant(tenant: TenantEvents): Promise<void> {
    if (tenant.released >= tenant.admitted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    tenant.waiting.push({ until: tenant.admitted, go: resolve });
    return promise;
  }

  function count(row: Waiting): void {
    const tenant = tenantOf(row.tenantId);
    tenant.admitted++;
    bytes += row.line.length;
    events++;
  }

  return {
    get events() {
      return events;
    },

    get bytes() {
      return bytes;
    },

    admit(rows) {
      refuseWhenFull(rows);
      for (const row of rows) count(row);
    },

    readmit: count,

    release(row) {
      const tenant = tenantOf(row.tenantId);
      tenant.released++;
      events--;
      bytes -= row.line.length;
      while (tenant.waiting[0] && tenant.waiting[0].until <= tenant.released)
        tenant.waiting.shift()?.go();
      if (tenant.released === tenant.admitted) tenants.delete(row.tenantId);
    },

    holds: (tenantId) => tenants.has(tenantId),

    async settled(tenantId) {
      const wanted = tenantId === undefined ? [...tenants.values()] : [tenants.get(tenantId)];
      await Promise.all(wanted.map((tenant) => (tenant ? settledTenant(tenant) : undefined)));
    },
  };
}
