import { cutText } from '@atrium/kit/cut-text.ts';
import type { Details } from '../../meetings/details.ts';
import { withoutGuests } from '../export/exported-event.ts';
import type { Aspect } from '../merge.ts';
import type { EventDetails, EventFields } from '../providers/provider.ts';

/** Returns the meeting's fields that these aspects of an event set. */
export function toDetails(fields: EventFields, take: readonly Aspect[]): Partial<Details> {
  const has = (aspect: Aspect) => take.includes(aspect);
  return {
    ...(has('title') ? { title: cut(fields.title, 255) } : {}),
    ...(has('description') ? { description: cut(withoutGuests(fields.description), 10_000) } : {}),
    ...(has('location') ? { locationDetail: cut(fields.location, 2_000) } : {}),
    ...(has('time')
      ? {
          startDateTime: fields.start,
          endDateTime: afterStart(fields),
          timezone: fields.timezone,
          allDay: fields.allDay,
        }
      : {}),
  };
}

/** Returns all of an event as the meeting it becomes. */
export function toNewDetails({ fields, joinUrl }: EventDetails): Details {
  const online = joinUrl !== null || /^https?:\/\//.test(fields.location);
  return {
    ...(toDetails(fields, ['title', 'description', 'location', 'time']) as Details),
    locationType: online ? 'ONLINE' : 'IN_PERSON',
    internalNotes: null,
    meetingInformation: null,
    meetingLink: joinUrl && cut(joinUrl, 2_000),
    meetingPassword: null,
    meetingProvider: null,
  };
}

/** Returns an end after the start: calendars know appointments without length, a meeting takes a minute. */
function afterStart({ start, end }: EventFields): string {
  if (end > start) return end;
  return Temporal.PlainDateTime.from(start)
    .add({ minutes: 1 })
    .toString({ smallestUnit: 'second' });
}

/** Returns a text as it fits, or null for none; zero bytes cannot be stored. */
function cut(text: string, most: number): string | null {
  return cutText(text.replaceAll('\0', ''), most) || null;
}
