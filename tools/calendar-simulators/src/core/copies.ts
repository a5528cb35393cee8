import type { Calendar } from './calendar.ts';
import type { CalendarEvent } from './event.ts';
import type { Provider } from './provider.ts';

/**
 * Gives each guest who has a calendar at the same provider a copy of the event, as both providers
 * do whatever is mailed: the same iCalendar UID, the organizer's words, the guest's own answer. A
 * guest's answer, given on the copy or by deleting it, reaches the organizer's event.
 */
export function keepCopies(provider: Provider): void {
  let copying = false;
  provider.onChange((calendar, event) => {
    if (copying) return;
    copying = true;
    try {
      if (event.organizer.email.toLowerCase() === calendar.data.email) spread(calendar, event);
      else answerFor(calendar, event);
    } finally {
      copying = false;
    }
  });

  function spread(calendar: Calendar, event: CalendarEvent): void {
    for (const { data } of provider.calendars()) {
      if (data.email === calendar.data.email) continue;
      const own = provider.calendarOf(data.email);
      const known = data.events.get(event.id);
      const invited = event.attendees.some((each) => each.email.toLowerCase() === data.email);
      if (!invited && (!known || known.status === 'cancelled')) continue;
      const status = invited ? event.status : 'cancelled';
      const { transactionId, ...shared } = event;
      // The guest's own fields, and our marks on the organizer's event, are not shared.
      const { extendedProperties, properties, ...extra } = event.extra;
      own.put({ ...shared, status, extra: known ? known.extra : extra, moves: known?.moves ?? 0 });
    }
  }

  function answerFor(calendar: Calendar, copy: CalendarEvent): void {
    const { email } = calendar.data;
    const theirs = provider.calendars().find(({ data }) => data.email === copy.organizer.email);
    const event = theirs?.data.events.get(copy.id);
    if (!theirs || !event || event.status === 'cancelled') return;
    const isMine = (each: { email: string }) => each.email.toLowerCase() === email;
    const given = copy.attendees.find(isMine)?.answer ?? 'none';
    const answer = copy.status === 'cancelled' ? 'declined' : given;
    if (event.attendees.find(isMine)?.answer === answer) return;
    const attendees = event.attendees.map((each) =>
      isMine(each) ? { ...each, answer, answeredMs: provider.clock.now() } : each,
    );
    theirs.put({ ...event, attendees });
  }
}
