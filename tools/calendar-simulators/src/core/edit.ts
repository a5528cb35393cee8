import { randomBytes } from 'node:crypto';
import type { Calendar } from './calendar.ts';
import type { CalendarEvent, EventChange, Person } from './event.ts';
import { type Span, sameSpan } from './time.ts';

export type Draft = EventChange & { id?: string; title: string; span: Span };

/** Puts a new event into a calendar; what the draft leaves out gets the usual value. */
export function createEvent(calendar: Calendar, draft: Draft, nowMs: number): CalendarEvent {
  const id = draft.id ?? newId();
  return calendar.put({
    iCalUid: `${id}@${calendar.uidDomain}`,
    status: 'confirmed',
    description: '',
    location: '',
    showAs: 'busy',
    organizer: selfOf(calendar),
    attendees: [],
    recurrence: [],
    extra: {},
    sequence: 0,
    moves: 0,
    createdMs: nowMs,
    updatedMs: nowMs,
    changed: 0,
    ...draft,
    id,
  });
}

/** Changes an event, or a single instance of a series, which becomes an exception by it. */
export function changeEvent(
  calendar: Calendar,
  event: CalendarEvent,
  change: EventChange,
): CalendarEvent {
  const moved =
    (change.span !== undefined && !sameSpan(change.span, event.span)) ||
    (change.recurrence !== undefined && change.recurrence.join() !== event.recurrence.join());
  return calendar.put({
    ...event,
    ...change,
    sequence: change.sequence ?? event.sequence + (moved ? 1 : 0),
  });
}

export function cancelEvent(calendar: Calendar, event: CalendarEvent): CalendarEvent {
  return calendar.put({ ...event, status: 'cancelled', sequence: event.sequence + 1 });
}

function selfOf(calendar: Calendar): Person {
  return { email: calendar.data.email, name: calendar.data.name };
}

/** An id that Google would take from a client, too (base32hex). */
function newId(): string {
  return BigInt(`0x${randomBytes(16).toString('hex')}`).toString(32);
}
