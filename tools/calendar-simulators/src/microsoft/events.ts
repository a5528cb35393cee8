import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Calendar } from '../core/calendar.ts';
import { cancelEvent, changeEvent, createEvent } from '../core/edit.ts';
import type { Answer, CalendarEvent } from '../core/event.ts';
import type { Mail, Provider } from '../core/provider.ts';
import { Refusal } from '../core/refusal.ts';
import { calendarFor } from '../core/server.ts';
import { sameSpan } from '../core/time.ts';
import { invalid, refusal } from './errors.ts';
import { findById, idOf } from './ids.ts';
import { type Preferences, preferencesOf } from './preferences.ts';
import { type Body, readEvent } from './read-event.ts';
import { readsEvents, writesEvents } from './scopes.ts';
import { shape } from './shape.ts';
import { etagOf, toWire } from './wire.ts';

/** Says where a person's own events are. */
export const paths = ['/v1.0/me/events', '/v1.0/me/calendar/events'];

/**
 * Events: create, get, update, delete, cancel and answer, as in
 * https://learn.microsoft.com/graph/api/resources/event. There is no way to keep the service
 * from writing to attendees, so every such change is noted as mail.
 */
export function eventRoutes(app: FastifyInstance, provider: Provider): void {
  const routeOf = (operation: string) => ({
    config: {
      operation: `events.${operation}`,
      scope: operation === 'get' ? readsEvents : writesEvents,
    },
  });

  for (const path of paths) {
    const event = `${path}/:eventId`;
    app.post(path, routeOf('create'), async (request, reply) => create(request, reply));
    app.get(event, routeOf('get'), async (request, reply) => {
      const { calendar, found } = find(request);
      return answer(request, reply, calendar, found);
    });
    app.patch(event, routeOf('update'), async (request, reply) => {
      const { calendar, found } = find(request);
      const body = bodyOf(request);
      checkMatch(request, found);
      const saved = changeEvent(calendar, found, readEvent(body, calendar.data.zone, found));
      announce(calendar, saved, 'update');
      return answer(request, reply, calendar, saved);
    });
    app.delete(event, routeOf('delete'), async (request, reply) => {
      const { calendar, found } = find(request);
      checkMatch(request, found);
      announce(calendar, cancelEvent(calendar, found), 'cancel');
      return reply.code(204).send();
    });
    app.post(`${event}/cancel`, routeOf('cancel'), async (request, reply) => {
      const { calendar, found } = find(request);
      if (found.organizer.email !== calendar.data.email)
        throw invalid(
          "Your request can't be completed. You need to be an organizer to cancel a meeting.",
        );
      announce(calendar, cancelEvent(calendar, found), 'cancel');
      return reply.code(202).send();
    });
    for (const [action, given] of Object.entries(actions))
      app.post(`${event}/${action}`, routeOf(action), async (request, reply) => {
        const { calendar, found } = find(request);
        respond(calendar, found, given);
        return reply.code(202).send();
      });
  }

  function create(request: FastifyRequest, reply: FastifyReply) {
    const calendar = calendarFor(provider, request);
    const body = bodyOf(request);
    const change = readEvent(body, calendar.data.zone);
    if (!change.span)
      throw invalid('At least one property failed validation.', 'ErrorPropertyValidationFailure');
    const draft = { ...change, title: change.title ?? '', span: change.span };
    const transactionId = typeof body.transactionId === 'string' ? body.transactionId : undefined;
    const before = transactionId ? madeBy(calendar, transactionId) : undefined;
    if (before) {
      refuseOther(before, draft, calendar);
      return answer(request, reply.code(201), calendar, before);
    }
    const made = createEvent(
      calendar,
      transactionId ? { ...draft, transactionId } : draft,
      provider.clock.now(),
    );
    announce(calendar, made, 'invite');
    return answer(request, reply.code(201), calendar, made);
  }

  /**
   * Repeating a creation answers the event that exists; another event under the same transaction
   * is refused. The service has been seen to refuse honest repeats, too: the fault
   * `refuse-repeat` does so.
   */
  function refuseOther(
    before: CalendarEvent,
    draft: Pick<CalendarEvent, 'span' | 'title'>,
    calendar: Calendar,
  ) {
    const where = { operation: 'events.create', account: calendar.data.email };
    const same = before.title === draft.title && sameSpan(before.span, draft.span);
    if (same && !provider.faults.strike('refuse-repeat', where)) return;
    throw new Refusal(
      409,
      'ErrorDuplicateTransactionId',
      "Your request can't be completed. The TransactionId specified in the request has already been used to create a different event.",
    );
  }

  function find(request: FastifyRequest): { calendar: Calendar; found: CalendarEvent } {
    const calendar = calendarFor(provider, request);
    const { eventId } = request.params as { eventId: string };
    return { calendar, found: findById(calendar, eventId) };
  }

  function respond(calendar: Calendar, event: CalendarEvent, given: Answer): void {
    if (event.organizer.email === calendar.data.email)
      throw invalid("You can't respond to this meeting because you're the meeting organizer.");
    const attendees = event.attendees.map((each) =>
      each.email.toLowerCase() === calendar.data.email
        ? { ...each, answer: given, answeredMs: provider.clock.now() }
        : each,
    );
    // A declined event leaves the calendar.
    const status = given === 'declined' ? 'cancelled' : event.status;
    changeEvent(calendar, event, { attendees, status });
  }

  function announce(calendar: Calendar, event: CalendarEvent, kind: Mail['kind']): void {
    if (event.organizer.email !== calendar.data.email) return;
    for (const { email } of event.attendees)
      if (email !== calendar.data.email) provider.mail({ to: email, kind, eventId: event.id });
  }
}

const actions: Record<string, Answer> = {
  accept: 'accepted',
  decline: 'declined',
  tentativelyAccept: 'tentative',
};

function madeBy(calendar: Calendar, transactionId: string): CalendarEvent | undefined {
  for (const event of calendar.data.events.values())
    if (event.transactionId === transactionId && !event.seriesId && event.status !== 'cancelled')
      return event;
  return undefined;
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  calendar: Calendar,
  event: CalendarEvent,
) {
  const prefer = preferencesOf(request);
  return reply
    .headers(applied(prefer))
    .header('location', `/v1.0/me/events/${idOf(event, prefer.immutableIds)}`)
    .send({
      '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#me/events/$entity',
      ...shape(toWire(event, calendar, prefer), event, request.query as Record<string, string>),
    });
}

export function applied({ zone }: Preferences): Record<string, string> {
  return { 'preference-applied': `outlook.timezone="${zone.name}"` };
}

function bodyOf(request: FastifyRequest): Body {
  if (typeof request.body !== 'object' || request.body === null)
    throw invalid('Empty Payload. JSON content expected.', 'BadRequest');
  return request.body as Body;
}

function checkMatch(request: FastifyRequest, before: CalendarEvent): void {
  const wanted = request.headers['if-match'];
  if (wanted && wanted !== '*' && wanted !== etagOf(before)) throw refusal(412);
}
