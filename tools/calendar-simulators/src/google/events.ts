import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Calendar } from '../core/calendar.ts';
import { cancelEvent, changeEvent, createEvent } from '../core/edit.ts';
import type { CalendarEvent, EventChange } from '../core/event.ts';
import type { Mail, Provider } from '../core/provider.ts';
import { Refusal } from '../core/refusal.ts';
import { calendarFor } from '../core/server.ts';
import { invalid, refusal } from './errors.ts';
import { type Body, readEvent } from './read-event.ts';
import { readsEvents, writesEvents } from './scopes.ts';
import { etagOf, toWire } from './wire.ts';

export const events = '/calendar/v3/calendars/:calendarId/events';
const event = `${events}/:eventId`;

/** Reading and writing single events: get, insert, update, patch, delete. */
export function eventRoutes(app: FastifyInstance, provider: Provider): void {
  const routeOf = (operation: string) => ({
    config: {
      operation: `events.${operation}`,
      scope: operation === 'get' ? readsEvents : writesEvents,
    },
  });

  app.get(event, routeOf('get'), async (request, reply) => {
    const calendar = namedCalendar(provider, request);
    const found = findEvent(calendar, request);
    if (request.headers['if-none-match'] === etagOf(found)) return reply.code(304).send();
    const { timeZone } = request.query as { timeZone?: string };
    return reply.header('etag', etagOf(found)).send(toWire(found, calendar, timeZone));
  });

  app.post(events, routeOf('insert'), async (request, reply) => {
    const calendar = namedCalendar(provider, request);
    const body = bodyOf(request);
    const id = readId(body.id);
    if (id && body.iCalUID != null)
      throw invalid('The id and the iCalUID of an event cannot both be given.', 'iCalUID');
    if (id && calendar.find(id)) throw refusal(409);
    const change = readEvent(body, calendar.data.zone);
    if (!change.span) throw invalid('Missing end time.', undefined, 'required');
    const draft = { ...change, title: change.title ?? '', span: change.span };
    const made = createEvent(
      calendar,
      {
        ...draft,
        ...(id ? { id } : {}),
        ...(typeof body.iCalUID === 'string' ? { iCalUid: body.iCalUID } : {}),
      },
      provider.clock.now(),
    );
    announce(request, calendar, made, 'invite');
    return reply.header('etag', etagOf(made)).send(toWire(made, calendar));
  });

  app.put(event, routeOf('update'), async (request, reply) => {
    const calendar = namedCalendar(provider, request);
    const before = findEvent(calendar, request);
    checkMatch(request, before);
    const body = bodyOf(request);
    readEvent({ sequence: body.sequence }, calendar.data.zone, before);
    const change = readEvent(body, calendar.data.zone);
    return reply.send(save(request, calendar, before, change));
  });

  app.patch(event, routeOf('patch'), async (request, reply) => {
    const calendar = namedCalendar(provider, request);
    const before = findEvent(calendar, request);
    checkMatch(request, before);
    const change = readEvent(bodyOf(request), calendar.data.zone, before);
    return reply.send(save(request, calendar, before, change));
  });

  app.delete(event, routeOf('delete'), async (request, reply) => {
    const calendar = namedCalendar(provider, request);
    const before = findEvent(calendar, request);
    if (before.status === 'cancelled') throw refusal(410);
    checkMatch(request, before);
    announce(request, calendar, cancelEvent(calendar, before), 'cancel');
    return reply.code(204).send();
  });

  function save(
    request: FastifyRequest,
    calendar: Calendar,
    before: CalendarEvent,
    change: EventChange,
  ) {
    const saved = changeEvent(calendar, before, change);
    announce(request, calendar, saved, saved.status === 'cancelled' ? 'cancel' : 'update');
    return toWire(saved, calendar);
  }

  // Nobody is written to unless the caller asks: `sendUpdates` is `none` by default.
  function announce(
    request: FastifyRequest,
    calendar: Calendar,
    { id, attendees }: CalendarEvent,
    kind: Mail['kind'],
  ): void {
    const { sendUpdates, sendNotifications } = request.query as Record<string, string | undefined>;
    if (sendUpdates !== 'all' && sendUpdates !== 'externalOnly' && sendNotifications !== 'true')
      return;
    for (const { email } of attendees)
      if (email !== calendar.data.email) provider.mail({ to: email, kind, eventId: id });
  }
}

/** The caller's own calendar, which is all there is: `primary` or its address. */
export function namedCalendar(provider: Provider, request: FastifyRequest): Calendar {
  const { calendarId } = request.params as { calendarId: string };
  const calendar = calendarFor(provider, request);
  if (calendarId !== 'primary' && calendarId.toLowerCase() !== calendar.data.email)
    throw refusal(404);
  return calendar;
}

export function findEvent(calendar: Calendar, request: FastifyRequest): CalendarEvent {
  const found = calendar.find((request.params as { eventId: string }).eventId);
  if (!found) throw refusal(404);
  return found;
}

function bodyOf(request: FastifyRequest): Body {
  if (typeof request.body !== 'object' || request.body === null)
    throw new Refusal(400, 'parseError', 'Parse Error');
  return request.body as Body;
}

/** "Characters allowed … are those used in base32hex …, between 5 and 1024" of them. */
function readId(id: unknown): string | undefined {
  if (id == null) return undefined;
  if (typeof id !== 'string' || !/^[a-v0-9]{5,1024}$/.test(id))
    throw invalid('Invalid resource id value.');
  return id;
}

function checkMatch(request: FastifyRequest, before: CalendarEvent): void {
  const wanted = request.headers['if-match'];
  if (wanted && wanted !== '*' && wanted !== etagOf(before)) throw refusal(412);
}
