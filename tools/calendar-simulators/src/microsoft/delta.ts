import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Calendar, isVanished, type Vanished, type Window } from '../core/calendar.ts';
import type { CalendarEvent } from '../core/event.ts';
import { cutPage } from '../core/paging.ts';
import type { Provider } from '../core/provider.ts';
import { calendarFor } from '../core/server.ts';
import type { Paging } from '../core/state.ts';
import { views, windowOf } from './calendar-view.ts';
import { invalid, refusal } from './errors.ts';
import { idOf } from './ids.ts';
import { type Preferences, preferencesOf } from './preferences.ts';
import { readsEvents } from './scopes.ts';
import { slimFields, toWire, typeOf } from './wire.ts';

type Query = Record<string, string | undefined>;
type DeltaToken = Window & { counter: number; epoch: number };

/**
 * calendarView/delta, as in https://learn.microsoft.com/graph/delta-query-events and
 * https://learn.microsoft.com/graph/api/event-delta: the window of the first request holds for
 * all that follow. Of occurrences only ids and times are told, with their series in full
 * (microsoftgraph/microsoft-graph-docs-contrib#34).
 */
export function deltaRoutes(app: FastifyInstance, provider: Provider): void {
  const { state, faults } = provider;
  for (const path of views)
    app.get(
      `${path}/delta`,
      { config: { operation: 'calendarView.delta', scope: readsEvents } },
      async (request) => {
        const calendar = calendarFor(provider, request);
        const query = request.query as Query;
        const prefer = preferencesOf(request);
        const [key, at] = (query.$skiptoken ?? '').split('.');
        const paging = key ? resume(request, key) : begin(calendar, query);
        const where = { operation: 'calendarView.delta', account: calendar.data.email };
        const { shown, next } = cutPage(faults, paging.entries, {
          ...where,
          offset: Number(at ?? 0),
          size: Math.min(prefer.pageSize ?? 10, 1_000),
        });
        const window = { fromMs: Number(paging.query.from), toMs: Number(paging.query.to) };
        const link = (name: string, token: string) =>
          `http://${request.host}${path}/delta?${name}=${token}`;
        return {
          '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#Collection(event)',
          ...(next === undefined && faults.strike('no-sync-token', where)
            ? {}
            : next === undefined
              ? {
                  '@odata.deltaLink': link(
                    '$deltatoken',
                    toToken({ ...window, counter: paging.counter, epoch: calendar.data.epoch }),
                  ),
                }
              : { '@odata.nextLink': link('$skiptoken', `${keep(paging, key)}.${next}`) }),
          value: shown.map((entry) => toEntry(entry, calendar, window, prefer)),
        };
      },
    );

  function begin(calendar: Calendar, query: Query): Paging {
    for (const name of ['$select', '$filter', '$expand', '$orderby', '$search', '$top'])
      if (query[name] !== undefined)
        throw invalid(
          `The following parameters are not supported with change tracking over the 'CalendarView' resource: '${name}'.`,
          'ErrorInvalidUrlQuery',
        );
    const token = query.$deltatoken ? readToken(calendar, query.$deltatoken) : undefined;
    const window = token ?? windowOf(query);
    const found = calendar.list({ since: token?.counter ?? 0, expanded: window });
    // An event that became a series keeps its id here, as the series' own.
    const isUnknown = (entry: Paging['entries'][number]) =>
      !isVanished(entry) || !calendar.data.events.has(entry.id);
    const entries = token
      ? [...found.filter(isUnknown), ...seriesGone(calendar, token.counter)]
      : found.filter((entry) => !isVanished(entry) && isShown(entry, calendar, window));
    return {
      account: calendar.data.email,
      entries: withSeries(calendar, entries, window),
      counter: calendar.data.counter,
      query: { from: String(window.fromMs), to: String(window.toMs) },
    };
  }

  function readToken(calendar: Calendar, text: string): DeltaToken {
    const token = parse(text);
    if (!token) throw invalid('Badly formed token.', 'ErrorInvalidUrlQuery');
    const { data } = calendar;
    const outdated = token.epoch !== data.epoch || token.counter > data.counter;
    const where = { operation: 'calendarView.delta', account: data.email };
    if (outdated || faults.strike('expire-sync-token', where)) throw refusal(410);
    return token;
  }

  function keep(paging: Paging, known: string | undefined): string {
    const key = known || randomBytes(12).toString('base64url');
    state.pagings.set(key, paging);
    // Of abandoned rounds only the latest are kept.
    for (const old of state.pagings.keys()) {
      if (state.pagings.size <= 200) break;
      state.pagings.delete(old);
    }
    return key;
  }

  function resume(request: FastifyRequest, key: string): Paging {
    const paging = state.pagings.get(key);
    if (!paging || paging.account !== request.account) throw refusal(410);
    return paging;
  }
}

/** Deleted series, which no instance leads to any more. */
function seriesGone({ data }: Calendar, since: number): CalendarEvent[] {
  return [...data.events.values()].filter(
    (each) => each.recurrence.length > 0 && each.status === 'cancelled' && each.changed > since,
  );
}

/** Puts each series that has instances among the entries before the first of them. */
function withSeries(
  calendar: Calendar,
  entries: Paging['entries'],
  window: Window,
): Paging['entries'] {
  const told = new Set<string>();
  return entries.flatMap((entry) => {
    if (isVanished(entry) || !entry.seriesId || !isShown(entry, calendar, window)) return [entry];
    const series = told.has(entry.seriesId) ? undefined : calendar.find(entry.seriesId);
    told.add(entry.seriesId);
    return series ? [series, entry] : [entry];
  });
}

function isShown(event: CalendarEvent, calendar: Calendar, window: Window): boolean {
  return event.status !== 'cancelled' && calendar.touches(event, window);
}

function toEntry(
  entry: CalendarEvent | Vanished,
  calendar: Calendar,
  window: Window,
  prefer: Preferences,
) {
  const type = { '@odata.type': '#microsoft.graph.event' };
  const isSeries =
    !isVanished(entry) && entry.recurrence.length > 0 && entry.status !== 'cancelled';
  if (isVanished(entry) || !(isSeries || isShown(entry, calendar, window)))
    return { ...type, id: idOf(entry, prefer.immutableIds), '@removed': { reason: 'deleted' } };
  if (typeOf(entry, calendar) === 'occurrence')
    return { ...type, ...slimFields(entry, calendar, prefer) };
  return { ...type, ...toWire(entry, calendar, prefer) };
}

function toToken(token: DeltaToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function parse(text: string): DeltaToken | undefined {
  try {
    const token = JSON.parse(Buffer.from(text, 'base64url').toString()) as DeltaToken;
    return typeof token.counter === 'number' ? token : undefined;
  } catch {
    return undefined;
  }
}
