import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Calendar, isVanished, type Window } from '../core/calendar.ts';
import type { CalendarEvent } from '../core/event.ts';
import type { Faults } from '../core/faults.ts';
import { cutPage } from '../core/paging.ts';
import type { Provider } from '../core/provider.ts';
import { calendarFor } from '../core/server.ts';
import { boundsOf } from '../core/time.ts';
import { invalid } from './errors.ts';
import { applied, paths } from './events.ts';
import { findById } from './ids.ts';
import { preferencesOf } from './preferences.ts';
import { readsEvents } from './scopes.ts';
import { filterOf, shape } from './shape.ts';
import { toWire } from './wire.ts';

export const views = ['/v1.0/me/calendarView', '/v1.0/me/calendar/calendarView'];
type Query = Record<string, string | undefined>;

/** Lists: events (a series is one), and calendarView (every instance within a window). */
export function listRoutes(app: FastifyInstance, provider: Provider): void {
  const { faults } = provider;
  for (const path of views)
    app.get(
      path,
      { config: { operation: 'calendarView.list', scope: readsEvents } },
      async (request, reply) => {
        const calendar = calendarFor(provider, request);
        const window = windowOf(request.query as Query);
        return reply.send(pageOf(request, faults, calendar, instancesIn(calendar, window)));
      },
    );
  for (const path of paths) {
    app.get(
      `${path}/:eventId/instances`,
      { config: { operation: 'events.instances', scope: readsEvents } },
      async (request, reply) => {
        const calendar = calendarFor(provider, request);
        const series = findById(calendar, (request.params as { eventId: string }).eventId);
        if (series.recurrence.length === 0)
          throw invalid('The event is not a series.', 'ErrorInvalidRequest');
        const instances = instancesIn(calendar, windowOf(request.query as Query));
        const own = instances.filter(({ seriesId }) => seriesId === series.id);
        return reply.send(pageOf(request, faults, calendar, own));
      },
    );
    app.get(
      path,
      { config: { operation: 'events.list', scope: readsEvents } },
      async (request, reply) => {
        const calendar = calendarFor(provider, request);
        const events = calendar
          .list({})
          .filter((each): each is CalendarEvent => !isVanished(each))
          .filter((each) => each.status !== 'cancelled' && !each.seriesId);
        return reply
          .headers(applied(preferencesOf(request)))
          .send(pageOf(request, faults, calendar, events));
      },
    );
  }
}

/** Everything that takes place within a window, by its start. */
export function instancesIn(calendar: Calendar, window: Window): CalendarEvent[] {
  const startOf = ({ span }: CalendarEvent) => boundsOf(span, calendar.data.zone).startMs;
  return calendar
    .list({ expanded: window })
    .filter((each): each is CalendarEvent => !isVanished(each))
    .filter((each) => each.status !== 'cancelled' && calendar.touches(each, window))
    .sort((one, other) => startOf(one) - startOf(other));
}

/** The required window; parameter names without regard to case. */
export function windowOf(query: Query): Window {
  const named = new Map(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]));
  const read = (name: string) => {
    const text = named.get(name.toLowerCase()) ?? '';
    // Without an offset it is UTC: https://learn.microsoft.com/graph/api/user-list-calendarview
    return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`);
  };
  const window = { fromMs: read('startDateTime'), toMs: read('endDateTime') };
  if (Number.isNaN(window.fromMs) || Number.isNaN(window.toMs))
    throw invalid(
      'This request requires a time window specified by the query string parameters StartDateTime and EndDateTime.',
      'ErrorInvalidParameter',
    );
  return window;
}

function pageOf(
  request: FastifyRequest,
  faults: Faults,
  calendar: Calendar,
  events: CalendarEvent[],
) {
  const query = request.query as Query;
  const prefer = preferencesOf(request);
  const meets = query.$filter ? filterOf(query.$filter) : () => true;
  if (!meets) throw invalid('Invalid filter clause.', 'BadRequest');
  const { shown, next } = cutPage(faults, events.filter(meets), {
    operation: request.routeOptions.config.operation,
    account: calendar.data.email,
    offset: Number(query.$skip ?? 0) || 0,
    size: Math.min(Number(query.$top) || prefer.pageSize || 10, 1_000),
  });
  const link = new URL(request.url, `http://${request.host}`);
  link.searchParams.set('$skip', String(next));
  return {
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#me/events',
    value: shown.map((event) => shape(toWire(event, calendar, prefer), event, query)),
    ...(next === undefined ? {} : { '@odata.nextLink': link.href }),
  };
}
