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

type Lane = {
  admitted: number;
  released: number;
  waiting: { until: number; go: () => void }[];
};

const retryAfterSeconds = '2';

export function createBacklog(limits: BacklogLimits): Backlog {
  const lanes = new Map<string, Lane>();
  let events = 0;
  let bytes = 0;

  function laneOf(tenantId: string): Lane {
    const known = lanes.get(tenantId);
    if (known) return known;
    const lane: Lane = { admitted: 0, released: 0, waiting: [] };
    lanes.set(tenantId, lane);
    return lane;
  }

  function refuseWhenFull(rows: readonly Waiting[]): void {
    const more = rows.reduce((sum, row) => sum + row.line.length, 0);
    const room = bytes + more <= limits.maxBytes;
    // Half of it is free: then no tenant can fill more than half.
    if (room && events + rows.length <= limits.maxEvents / 2) return;
    const full = !room || events + rows.length > limits.maxEvents;
    const byTenant = Map.groupBy(rows, (row) => row.tenantId);
    const greedy = [...byTenant].some(([tenantId, own]) => {
      const lane = lanes.get(tenantId);
      const waiting = lane ? lane.admitted - lane.released : 0;
      return waiting + own.length > limits.maxEvents / 2;
    });
    if (!full && !greedy) return;
    throw new Problem('OVERLOADED', 'More events are waiting than can be taken now', {
      headers: { 'retry-after': retryAfterSeconds },
    });
  }

  function settledLane(lane: Lane): Promise<void> {
    if (lane.released >= lane.admitted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    lane.waiting.push({ until: lane.admitted, go: resolve });
    return promise;
  }

  function count(row: Waiting): void {
    const lane = laneOf(row.tenantId);
    lane.admitted++;
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
      const lane = laneOf(row.tenantId);
      lane.released++;
      events--;
      bytes -= row.line.length;
      while (lane.waiting[0] && lane.waiting[0].until <= lane.released) lane.waiting.shift()?.go();
      if (lane.released === lane.admitted) lanes.delete(row.tenantId);
    },

    holds: (tenantId) => lanes.has(tenantId),

    async settled(tenantId) {
      const wanted = tenantId === undefined ? [...lanes.values()] : [lanes.get(tenantId)];
      await Promise.all(wanted.map((lane) => (lane ? settledLane(lane) : undefined)));
    },
  };
}
