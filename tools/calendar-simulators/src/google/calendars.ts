import type { FastifyInstance } from 'fastify';
import { type Calendar, isVanished, type Window } from '../core/calendar.ts';
import type { CalendarEvent } from '../core/event.ts';
import type { Provider } from '../core/provider.ts';
import { calendarFor } from '../core/server.ts';
import { boundsOf } from '../core/time.ts';
import { invalid } from './errors.ts';
import { namedCalendar } from './events.ts';
import { readsCalendar, readsFreeBusy, readsList } from './scopes.ts';
import { etagOf } from './wire.ts';

/** calendars.get, calendarList and freebusy.query, as far as the primary calendar goes. */
export function calendarRoutes(app: FastifyInstance, provider: Provider): void {
  const routeOf = (operation: string, scope: readonly string[]) => ({
    config: { operation, scope },
  });

  app.get(
    '/calendar/v3/calendars/:calendarId',
    routeOf('calendars.get', readsCalendar),
    async (request) => describe(namedCalendar(provider, request), 'calendar#calendar'),
  );

  app.get(
    '/calendar/v3/users/me/calendarList',
    routeOf('calendarList.list', readsList),
    async (request) => ({
      kind: 'calendar#calendarList',
      items: [listEntry(calendarFor(provider, request))],
    }),
  );

  app.get(
    '/calendar/v3/users/me/calendarList/:calendarId',
    routeOf('calendarList.get', readsList),
    async (request) => listEntry(namedCalendar(provider, request)),
  );

  app.post('/calendar/v3/freeBusy', routeOf('freebusy.query', readsFreeBusy), async (request) => {
    const { timeMin, timeMax, items } = (request.body ?? {}) as {
      timeMin?: string;
      timeMax?: string;
      items?: { id: string }[];
    };
    const window = { fromMs: Date.parse(timeMin ?? ''), toMs: Date.parse(timeMax ?? '') };
    if (!(window.fromMs < window.toMs))
      throw invalid('The specified time range is empty.', 'timeMax', 'timeRangeEmpty');
    const own = calendarFor(provider, request);
    const answers = (items ?? []).map(({ id }) => {
      const known = id === 'primary' || id.toLowerCase() === own.data.email;
      if (!known) return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }];
      return [id, { busy: busyOf(own, window) }];
    });
    return { kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(answers) };
  });
}

/** Busy times without gaps or overlaps; declined and transparent events are not busy. */
function busyOf(calendar: Calendar, window: Window): { start: string; end: string }[] {
  const { email, zone } = calendar.data;
  const spans = calendar
    .list({ expanded: window })
    .filter((each): each is CalendarEvent => !isVanished(each))
    .filter((each) => each.status !== 'cancelled' && isBusy(each, email))
    .filter((each) => calendar.touches(each, window))
    .map((each) => boundsOf(each.span, zone))
    .sort((one, other) => one.startMs - other.startMs);
  const merged: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of spans) {
    const last = merged.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else merged.push({ startMs: Math.max(startMs, window.fromMs), endMs });
  }
  return merged.map(({ startMs, endMs }) => ({
    start: toText(startMs),
    end: toText(Math.min(endMs, window.toMs)),
  }));
}

function isBusy({ showAs, attendees }: CalendarEvent, email: string): boolean {
  if (showAs === 'free' || showAs === 'workingElsewhere') return false;
  return !attendees.some((each) => each.email === email && each.answer === 'declined');
}

function toText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

function listEntry(calendar: Calendar) {
  return {
    ...describe(calendar, 'calendar#calendarListEntry'),
    accessRole: 'owner',
    primary: true,
    selected: true,
  };
}

function describe({ data }: Calendar, kind: string) {
  const { email, zone } = data;
  return { kind, etag: etagOf({ changed: 0 }), id: email, summary: email, timeZone: zone };
}
