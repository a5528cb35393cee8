import { type Calendar, isVanished, usualWindow, type Window } from '../core/calendar.ts';
import { cancelEvent, changeEvent, createEvent, type Draft } from '../core/edit.ts';
import type { Answer, CalendarEvent, EventChange } from '../core/event.ts';
import type { Provider } from '../core/provider.ts';
import { type Span, startingAt } from '../core/time.ts';

/** An event as a person types it in: local times, or dates for whole days (the end excluded). */
export type Entry = {
  title: string;
  /** `2026-12-01T10:00` or `2026-12-01`. */
  start: string;
  end: string;
  /** IANA; the calendar's own by default. */
  zone?: string;
  attendees?: string[];
  /** Someone else, when it is an invitation that came in. */
  organizer?: string;
  description?: string;
  location?: string;
  showAs?: CalendarEvent['showAs'];
  /** RRULE lines. */
  recurrence?: string[];
  id?: string;
  iCalUid?: string;
  /** Fields of the wire format that are kept as they are. */
  extra?: Record<string, unknown>;
};

export type Person = ReturnType<typeof personAt>;

/**
 * Says what a person does in their own calendar, as in the provider's own application. Ids are the
 * simulator's: Google's are the same on the wire. Throws for an unknown id.
 */
export function personAt(provider: Provider, kind: 'a' | 'b', email: string) {
  const calendar = provider.calendarOf(email);

  function find(id: string): CalendarEvent {
    const found = calendar.find(id);
    if (!found) throw new Error(`No event ${id} in the calendar of ${email}`);
    return found;
  }

  const change = (id: string, what: EventChange) => changeEvent(calendar, find(id), what);

  return {
    calendar,
    find,
    change,
    /** Enters an event; with an `organizer` it is an invitation from outside. */
    create: (entry: Entry) => createEvent(calendar, toDraft(entry, calendar), provider.clock.now()),
    /** Moves an event or one instance to another start (local, or a date), as long as before. */
    move(id: string, start: string, end?: string): CalendarEvent {
      const { span } = find(id);
      if (!end) return change(id, { span: startingAt(span, seconds(start)) });
      const zone = span.allDay ? calendar.data.zone : span.start.zone;
      return change(id, { span: toSpan(start, end, zone) });
    },
    /**
     * Deletes an event or one instance. At Microsoft a meeting that its outside organiser
     * cancelled stays in the calendar, marked as cancelled, until the person removes it.
     */
    cancel(id: string): CalendarEvent {
      const found = find(id);
      const isOwn = found.organizer.email === calendar.data.email;
      if (kind === 'a' || isOwn) return cancelEvent(calendar, found);
      const title = `Canceled: ${found.title}`;
      return change(id, { title, showAs: 'free', extra: { ...found.extra, isCancelled: true } });
    },
    /** Someone who was invited answers. */
    answer(id: string, attendee: string, answer: Answer): CalendarEvent {
      const { attendees } = find(id);
      const answeredMs = provider.clock.now();
      return change(id, {
        attendees: attendees.map((each) =>
          each.email.toLowerCase() === attendee.toLowerCase()
            ? { ...each, answer, answeredMs }
            : each,
        ),
      });
    },
    /** Puts an event into another calendar, which nobody here can see: it is gone from this one. */
    moveAway: (id: string) => cancelEvent(calendar, find(id)),
    /** Brings it back; at Microsoft its ordinary id is another one now. */
    moveBack(id: string): CalendarEvent {
      const found = find(id);
      return change(id, { status: 'confirmed', moves: found.moves + 1 });
    },
    /** Every event, series as one, without what was deleted. */
    events: () => present(calendar.list({})),
    /** Every instance within a window, by default a year back and two ahead. */
    instances(window: Window = usualWindow(provider.clock)): CalendarEvent[] {
      return present(calendar.list({ expanded: window })).filter((each) =>
        calendar.touches(each, window),
      );
    },
  };
}

function present(entries: ReturnType<Calendar['list']>): CalendarEvent[] {
  return entries.filter(
    (each): each is CalendarEvent => !isVanished(each) && each.status !== 'cancelled',
  );
}

function toDraft(entry: Entry, calendar: Calendar): Draft {
  const { start, end, zone = calendar.data.zone, attendees = [], organizer, ...rest } = entry;
  const invited =
    organizer && !attendees.includes(calendar.data.email) ? [calendar.data.email] : [];
  return {
    ...rest,
    span: toSpan(start, end, zone),
    attendees: [...attendees, ...invited].map((email) => ({
      email,
      answer: 'none',
      optional: false,
    })),
    ...(organizer ? { organizer: { email: organizer } } : {}),
  };
}

function toSpan(start: string, end: string, zone: string): Span {
  if (start.length === 10) return { allDay: true, start, end };
  return {
    allDay: false,
    start: { local: seconds(start), zone },
    end: { local: seconds(end), zone },
  };
}

function seconds(text: string): string {
  return text.length === 16 ? `${text}:00` : text;
}
