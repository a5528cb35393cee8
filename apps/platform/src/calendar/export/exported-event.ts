import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../../database/transaction.ts';
import type { MeetingRow, ParticipantRow } from '../../meetings/schemas.ts';
import { daysOf } from '../../meetings/time.ts';
import { factsOf } from '../facts.ts';
import type { OurFields } from '../links.ts';
import type { EventFields, ExportedEvent, Guest } from '../providers/provider.ts';
import { fromDate } from '../providers/times.ts';
import type { SyncContext } from '../sync-context.ts';
import { initialsOf, withoutNames } from './names.ts';

const guestHeading = '— Guests —';
const clientMeeting = 'Client meeting';

/**
 * Returns a meeting as it is sent to a provider. Internal notes, meeting information and the
 * password are left out. Clients and outside guests are named as the tenant wishes: at Google as
 * attendees, where the tenant allows it, at Microsoft only in the text, since Microsoft would
 * invite them once more.
 */
export async function toExportedEvent(
  tx: Tx,
  context: SyncContext,
  meeting: MeetingRow,
): Promise<ExportedEvent & { ours: OurFields }> {
  const { clientNames } = await factsOf(tx, context);
  const { listsGuests } = context.provider;
  const clients = meeting.participants.filter(isClient);
  const names = clients.flatMap(({ name, email }) => [name, email]).filter((each) => each !== null);
  const hidden = clientNames === 'HIDDEN' && clients.length > 0;
  const shorten = (text: string) => (clientNames === 'FULL' ? text : withoutNames(text, names));
  // An organizer elsewhere has invited the guests: they are no attendees of an event of ours.
  const mayList = listsGuests && !meeting.externallyOrganized;
  const listed = mayList ? meeting.participants.filter(mayBeAttendee) : [];
  const noted = meeting.participants.filter((each) => !listed.includes(each));
  const description = hidden ? '' : shorten(meeting.description ?? '');
  const fields: EventFields = {
    title: hidden ? clientMeeting : shorten(meeting.title ?? 'Meeting'),
    description: [description, noteOf(noted)].filter(Boolean).join('\n\n'),
    location: meeting.locationDetail ?? meeting.meetingLink ?? '',
    ...timeOf(meeting),
  };
  const guests = listsGuests ? listed.flatMap(toGuest) : undefined;
  const ours = { ...fields, guests: (guests ?? []).map(({ email }) => plainEmail(email)) };
  return { meetingUuid: meeting.meetingUuid, fields, guests, ours };

  function mayBeAttendee(each: ParticipantRow): boolean {
    return each.email !== null && (clientNames === 'FULL' || !isClient(each));
  }

  function noteOf(participants: readonly ParticipantRow[]): string {
    const shown = participants.filter((each) => !hidden || !isClient(each));
    const lines = shown.flatMap((each) => {
      // Of somebody erased the slot stays, without a name.
      const name = each.name ?? each.email ?? [];
      return typeof name === 'string' && isClient(each) && clientNames !== 'FULL'
        ? initialsOf(name)
        : name;
    });
    if (lines.length === 0) return '';
    return [guestHeading, ...lines].join('\n');
  }
}

const isClient = ({ participantType }: ParticipantRow) =>
  participantType === 'CONTACT' || participantType === 'EXTERNAL';

function toGuest({ email, name, rsvpStatus }: ParticipantRow): Guest[] {
  return email === null ? [] : [{ email, name, answer: rsvpStatus }];
}

/** Returns the time of a meeting as calendars have it: of an all-day one the days, the last excluded. */
function timeOf(meeting: MeetingRow): Pick<EventFields, 'start' | 'end' | 'timezone' | 'allDay'> {
  const { startDateTime: start, endDateTime: end, timezone, allDay } = meeting;
  if (!allDay) return { start, end, timezone, allDay };
  const { from, until } = daysOf(meeting);
  return { start: fromDate(from), end: fromDate(until), timezone, allDay };
}

/** Returns a description without the guests that were noted beneath it. */
export function withoutGuests(description: string): string {
  const at = description.lastIndexOf(guestHeading);
  return (at < 0 ? description : description.slice(0, at)).trim();
}
