import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Calendar,
  isVanished,
  usualWindow,
  type Vanished,
  type Window,
} from '../core/calendar.ts';
import type { CalendarEvent } from '../core/event.ts';
import { cutPage } from '../core/paging.ts';
import type { Provider } from '../core/provider.ts';
import type { Paging } from '../core/state.ts';
import { boundsOf } from '../core/time.ts';
import { fullSyncRequired, invalid, refusal } from './errors.ts';
import { events, findEvent, namedCalendar } from './events.ts';
import { readsEvents } from './scopes.ts';
import { etagOf, toEntry } from './wire.ts';

type Query = Record<string, string | undefined>;
type SyncToken = { counter: number; epoch: number; single: boolean; from?: string; to?: string };

// "There are several query parameters that cannot be specified together with nextSyncToken"
// https://developers.google.com/workspace/calendar/api/v3/reference/events/list
const notWithSyncToken = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
];

/**
 * events.list and events.instances. The sync token comes with the last page only and stands for
 * the moment the first page was asked for; changes made in between are in the next round.
 */
export function listRoutes(app: FastifyInstance, provider: Provider): void {
  const { state } = provider;
  const config = (operation: string) => ({
    config: { operation: `events.${operation}`, scope: readsEvents },
  });

  app.get(events, config('list'), async (request) => {
    const calendar = namedCalendar(provider, request);
    const query = request.query as Query;
    const { data } = calendar;
    const paging = query.pageToken ? resume(request, query.pageToken) : begin(calendar, query);
    const { shown, nextPageToken } = pageOf(request, paging);
    const where = { operation: 'events.list', account: data.email };
    const isLast = nextPageToken === undefined;
    return {
      kind: 'calendar#events',
      etag: etagOf({ changed: data.counter }),
      summary: data.email,
      updated: new Date(provider.clock.now()).toISOString(),
      timeZone: data.zone,
      accessRole: 'owner',
      defaultReminders: [],
      ...(isLast && provider.faults.strike('no-sync-token', where)
        ? {}
        : isLast
          ? { nextSyncToken: toSyncToken(paging, data.epoch) }
          : { nextPageToken }),
      items: shown.map((entry) => toEntry(entry, calendar, query.timeZone)),
    };
  });

  app.get(`${events}/:eventId/instances`, config('instances'), async (request) => {
    const calendar = namedCalendar(provider, request);
    const series = findEvent(calendar, request);
    if (series.recurrence.length === 0) throw refusal(404);
    const query = request.query as Query;
    const paging = query.pageToken
      ? resume(request, query.pageToken)
      : beginInstances(calendar, series, query);
    const { shown, nextPageToken } = pageOf(request, paging);
    return {
      kind: 'calendar#events',
      summary: calendar.data.email,
      timeZone: calendar.data.zone,
      ...(nextPageToken ? { nextPageToken } : {}),
      items: shown.map((each) => toEntry(each, calendar, query.timeZone)),
    };
  });

  function beginInstances(calendar: Calendar, series: CalendarEvent, query: Query): Paging {
    const window = windowOf(query.timeMin, query.timeMax);
    const entries = calendar
      .instancesOf(series, window)
      .filter((each) => query.showDeleted === 'true' || each.status !== 'cancelled')
      .filter((each) => calendar.touches(each, window));
    return { account: calendar.data.email, entries, counter: calendar.data.counter, query: {} };
  }

  /** The page that a request asks for, and the token of the next one; undefined after the last. */
  function pageOf(request: FastifyRequest, paging: Paging) {
    const { pageToken, maxResults } = request.query as Query;
    const { shown, next } = cutPage(provider.faults, paging.entries, {
      operation: request.routeOptions.config.operation,
      account: paging.account,
      offset: Number(pageToken?.split('.')[1] ?? 0),
      size: Math.min(Math.max(Number(maxResults ?? 250) || 250, 1), 2_500),
    });
    return {
      shown,
      nextPageToken: next === undefined ? undefined : toPageToken(request, paging, next),
    };
  }

  function begin(calendar: Calendar, query: Query): Paging {
    const { data } = calendar;
    const token = query.syncToken ? readSyncToken(calendar, query) : undefined;
    if (query.orderBy === 'startTime' && query.singleEvents !== 'true')
      throw invalid('The requested ordering is not available for the particular query.', 'orderBy');
    const single = token ? token.single : query.singleEvents === 'true';
    const from = token ? token.from : query.timeMin;
    const to = token ? token.to : query.timeMax;
    const window = windowOf(from, to);
    const found = calendar.list({
      ...(token ? { since: token.counter } : {}),
      ...(single ? { expanded: window } : {}),
    });
    const entries = token
      ? found
      : filtered(calendar, found, query, from || to ? window : undefined);
    return {
      account: data.email,
      entries,
      counter: data.counter,
      query: { single: String(single), ...(from ? { from } : {}), ...(to ? { to } : {}) },
    };
  }

  function readSyncToken(calendar: Calendar, query: Query): SyncToken {
    for (const name of notWithSyncToken)
      if (query[name] !== undefined) throw invalid(`Sync token cannot be used with ${name}.`, name);
    if (query.showDeleted === 'false')
      throw invalid('Sync token cannot be used with showDeleted=false.', 'showDeleted');
    const token = parseToken(query.syncToken ?? '');
    if (!token) throw invalid('Invalid sync token value.', 'syncToken');
    const where = { operation: 'events.list', account: calendar.data.email };
    const outdated = token.epoch !== calendar.data.epoch || token.counter > calendar.data.counter;
    if (outdated || provider.faults.strike('expire-sync-token', where)) throw fullSyncRequired();
    return token;
  }

  function windowOf(from: string | undefined, to: string | undefined): Window {
    const usual = usualWindow(provider.clock);
    const window = {
      fromMs: from ? readInstant(from, 'timeMin') : usual.fromMs,
      toMs: to ? readInstant(to, 'timeMax') : usual.toMs,
    };
    if (from && to && window.fromMs >= window.toMs)
      throw invalid('The specified time range is empty.', 'timeMax', 'timeRangeEmpty');
    return window;
  }

  function toPageToken(request: FastifyRequest, paging: Paging, offset: number): string {
    const given = (request.query as Query).pageToken?.split('.')[0];
    const key = given ?? randomBytes(12).toString('base64url');
    state.pagings.set(key, paging);
    // Of abandoned listings only the latest are kept.
    for (const old of state.pagings.keys()) {
      if (state.pagings.size <= 200) break;
      state.pagings.delete(old);
    }
    return `${key}.${offset}`;
  }

  function resume(request: FastifyRequest, token: string): Paging {
    const paging = state.pagings.get(token.split('.')[0] ?? '');
    if (!paging || paging.account !== request.account)
      throw invalid('Invalid page token value.', 'pageToken');
    return paging;
  }
}

function filtered(
  calendar: Calendar,
  found: (CalendarEvent | Vanished)[],
  query: Query,
  window: Window | undefined,
): CalendarEvent[] {
  const properties = [query.privateExtendedProperty ?? []].flat();
  const words = query.q?.toLowerCase();
  const updatedMin = query.updatedMin ? readInstant(query.updatedMin, 'updatedMin') : undefined;
  const kept = found.filter((entry): entry is CalendarEvent => {
    if (isVanished(entry)) return false;
    const deleted = entry.status === 'cancelled';
    const exception = entry.seriesId !== undefined && query.singleEvents !== 'true';
    if (deleted && query.showDeleted !== 'true' && !exception && updatedMin === undefined)
      return false;
    if (updatedMin !== undefined && entry.updatedMs < updatedMin) return false;
    if (query.iCalUID && entry.iCalUid !== query.iCalUID) return false;
    if (
      words &&
      !`${entry.title} ${entry.description} ${entry.location}`.toLowerCase().includes(words)
    )
      return false;
    if (!properties.every((each) => hasProperty(entry, each))) return false;
    return !window || entry.recurrence.length > 0 || calendar.touches(entry, window);
  });
  if (query.orderBy === 'startTime') {
    const startOf = ({ span }: CalendarEvent) => boundsOf(span, calendar.data.zone).startMs;
    kept.sort((one, other) => startOf(one) - startOf(other));
  }
  return kept;
}

function hasProperty({ extra }: CalendarEvent, wanted: string): boolean {
  const [name = '', ...value] = wanted.split('=');
  const properties = extra.extendedProperties as { private?: Record<string, string> } | undefined;
  return properties?.private?.[name] === value.join('=');
}

function readInstant(text: string, name: string): number {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    throw invalid('Bad Request', name, 'badRequest');
  }
}

function toSyncToken({ counter, query }: Paging, epoch: number): string {
  const { single, from, to } = query;
  const token: SyncToken = {
    counter,
    epoch,
    single: single === 'true',
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function parseToken(text: string): SyncToken | undefined {
  try {
    const token = JSON.parse(Buffer.from(text, 'base64url').toString()) as SyncToken;
    return typeof token.counter === 'number' ? token : undefined;
  } catch {
    return undefined;
  }
}
