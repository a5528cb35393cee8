import type { Clock } from './clock.ts';
import type { CalendarEvent } from './event.ts';
import { expand, findInstance } from './series.ts';
import { boundsOf } from './time.ts';

/** An instance that its series no longer has, kept so that incremental lists can tell. */
export type Vanished = { vanished: true } & Pick<
  CalendarEvent,
  'id' | 'seriesId' | 'originalStart' | 'changed' | 'moves'
>;

/** Says what a calendar is made of: plain values, so that it can be written down. */
export type CalendarData = {
  email: string;
  name: string;
  zone: string;
  /** Counts every change; positions in it are what sync tokens hold. */
  counter: number;
  /** Sync tokens of an earlier epoch have expired. */
  epoch: number;
  events: Map<string, CalendarEvent>;
  vanished: Map<string, Vanished>;
};

export type ChangeType = 'created' | 'updated' | 'deleted';
export type Window = { fromMs: number; toMs: number };
export type Calendar = ReturnType<typeof openCalendar>;

const dayMs = 86_400_000;
const yearMs = 366 * dayMs;

export function emptyCalendar(email: string, name: string, zone: string): CalendarData {
  return { email, name, zone, counter: 0, epoch: 0, events: new Map(), vanished: new Map() };
}

/** One person's calendar; `pageUrl` is where people look at it, `onChange` is told of every change once it has been made. */
export function openCalendar(
  data: CalendarData,
  clock: Clock,
  pageUrl: () => string,
  onChange: (calendar: Calendar, event: CalendarEvent, type: ChangeType) => void,
  uidDomain = 'calendar.example',
) {
  const { events, vanished } = data;

  /** An event, changed instance or computed instance; cancelled ones are found as well. */
  function find(id: string): CalendarEvent | undefined {
    const stored = events.get(id);
    if (stored) return stored;
    const series = events.get(id.slice(0, id.lastIndexOf('_')));
    return series && series.status !== 'cancelled' ? findInstance(series, id) : undefined;
  }

  /** Writes an event, new or changed, and answers it as kept. */
  function put(event: CalendarEvent): CalendarEvent {
    const before = events.get(event.id);
    data.counter += 1;
    const kept = { ...event, changed: data.counter, updatedMs: clock.now() };
    events.set(kept.id, kept);
    vanished.delete(kept.id);
    if (before && before.recurrence.length > 0) noteVanished(before, kept);
    else if (before && kept.recurrence.length > 0) noteRepeated(before);
    const type = before || kept.seriesId ? 'updated' : 'created';
    onChange(calendar, kept, kept.status === 'cancelled' ? 'deleted' : type);
    return kept;
  }

  /** All instances of a series within a window, changed ones in place of computed ones. */
  function instancesOf(series: CalendarEvent, window: Window): CalendarEvent[] {
    const computed =
      series.status === 'cancelled' ? [] : expand(series, window.fromMs, window.toMs);
    const changed = exceptionsOf(series.id);
    const ids = new Set(changed.map(({ id }) => id));
    return [...computed.filter(({ id }) => !ids.has(id)), ...changed];
  }

  /**
   * Says what to list: events themselves (series as one), or with `expanded` every instance of a
   * series within its window. `since` leaves out what has not changed after that count.
   */
  function list(query: { since?: number; expanded?: Window }): (CalendarEvent | Vanished)[] {
    const { since = 0, expanded } = query;
    const changed = (each: { changed: number }) => each.changed > since;
    const found: (CalendarEvent | Vanished)[] = [];
    for (const event of events.values()) {
      if (event.seriesId && expanded) continue;
      if (event.recurrence.length > 0 && expanded)
        found.push(...instancesOf(event, expanded).filter(changed));
      else if (changed(event)) found.push(event);
    }
    if (expanded && since > 0) found.push(...[...vanished.values()].filter(changed));
    return found.sort((one, other) => one.changed - other.changed || (one.id < other.id ? -1 : 1));
  }

  function exceptionsOf(seriesId: string): CalendarEvent[] {
    return [...events.values()].filter((each) => each.seriesId === seriesId);
  }

  /** Says what became a series is no longer listed by itself where instances are. */
  function noteRepeated({ id, moves }: CalendarEvent): void {
    const { counter: changed } = data;
    vanished.set(id, {
      vanished: true,
      id,
      seriesId: undefined,
      originalStart: undefined,
      moves,
      changed,
    });
  }

  /** Says what an incremental, expanded list must report once a rule has changed. */
  function noteVanished(before: CalendarEvent, after: CalendarEvent): void {
    const { startMs } = boundsOf(before.span, data.zone);
    const horizon = { fromMs: startMs, toMs: clock.now() + 2 * yearMs };
    const remaining = new Set(instanceIds(after, horizon));
    for (const gone of before.status === 'cancelled' ? [] : expand(before, startMs, horizon.toMs)) {
      if (remaining.has(gone.id)) continue;
      const { id, seriesId, originalStart, moves } = gone;
      if (!events.has(id))
        vanished.set(id, {
          vanished: true,
          id,
          seriesId,
          originalStart,
          moves,
          changed: data.counter,
        });
    }
    for (const id of remaining) vanished.delete(id);
    for (const exception of exceptionsOf(before.id)) {
      if (remaining.has(exception.id) || exception.status === 'cancelled') continue;
      events.set(exception.id, { ...exception, status: 'cancelled', changed: data.counter });
    }
  }

  function instanceIds(series: CalendarEvent, window: Window): string[] {
    if (series.status === 'cancelled' || series.recurrence.length === 0) return [];
    return expand(series, window.fromMs, window.toMs).map(({ id }) => id);
  }

  const calendar = {
    data,
    /** The domain of the UIDs that the provider gives. */
    uidDomain,
    /** Says where a person sees the event. */
    linkTo: (id: string) => `${pageUrl()}?account=${encodeURIComponent(data.email)}#${id}`,
    find,
    put,
    list,
    instancesOf,
    /** Makes every sync and delta token given so far too old. */
    expireSyncTokens() {
      data.epoch += 1;
    },
    /** Returns whether the event, or the instance's span, touches the window. */
    touches(event: CalendarEvent, { fromMs, toMs }: Window): boolean {
      const { startMs, endMs } = boundsOf(event.span, data.zone);
      return startMs < toMs && (endMs > fromMs || (startMs === endMs && startMs >= fromMs));
    },
  };
  return calendar;
}

/** A window for callers that named none: what a person could still look up. */
export function usualWindow(clock: Clock): Window {
  const today = clock.now() - (clock.now() % dayMs);
  return { fromMs: today - yearMs, toMs: today + 2 * yearMs };
}

export function isVanished(entry: CalendarEvent | Vanished): entry is Vanished {
  return 'vanished' in entry;
}
