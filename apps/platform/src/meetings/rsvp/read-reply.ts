import ICAL from 'ical.js';
import PostalMime from 'postal-mime';

/** An attendee's reply to an invitation as a mail carries it (iTIP REPLY by iMIP, RFC 5546 and 6047). */
type Reply = {
  uid: string;
  sequence: number;
  attendee: string;
  /** PARTSTAT, in capitals. */
  participation: string;
  /** DTSTAMP: when the reply was written. */
  statedAt: string | null;
  /** The address in the mail's From. */
  sender: string;
};

/** Reads a mail's reply; NO_CALENDAR when it has no calendar part, NOT_A_REPLY when that is no reply. */
export async function readReply(mail: Buffer): Promise<Reply | 'NO_CALENDAR' | 'NOT_A_REPLY'> {
  const { from, attachments } = await PostalMime.parse(mail, { attachmentEncoding: 'utf8' });
  const calendar = attachments.find(
    ({ mimeType, filename }) => mimeType === 'text/calendar' || /\.ics$/i.test(filename ?? ''),
  );
  if (!calendar) return 'NO_CALENDAR';
  const event = readEvent(String(calendar.content));
  if (!event) return 'NOT_A_REPLY';
  const attendees = event.getAllProperties('attendee');
  const [attendee] = attendees;
  const uid = textOf(event, 'uid');
  // A reply speaks for one attendee (RFC 5546, section 3.2.3).
  if (!attendee || attendees.length > 1 || !uid) return 'NOT_A_REPLY';
  return {
    uid,
    sequence: Number(textOf(event, 'sequence') ?? 0) || 0,
    attendee: toAddress(String(attendee.getFirstValue() ?? '')),
    participation: String(attendee.getFirstParameter('partstat') ?? '').toUpperCase(),
    statedAt: stampOf(event),
    sender: toAddress(from && 'address' in from ? (from.address ?? '') : ''),
  };
}

/** Returns the first event of a calendar that is a reply. */
function readEvent(text: string): ICAL.Component | null {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text));
    const isReply = textOf(calendar, 'method')?.toUpperCase() === 'REPLY';
    return isReply ? calendar.getFirstSubcomponent('vevent') : null;
  } catch {
    return null;
  }
}

function textOf(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name);
  return value === null || value === undefined ? undefined : String(value);
}

function stampOf(event: ICAL.Component): string | null {
  const text = textOf(event, 'dtstamp');
  try {
    return text ? Temporal.Instant.from(text).toString() : null;
  } catch {
    return null;
  }
}

/** Returns an address as addresses are compared: without `mailto:`, in small letters. */
function toAddress(text: string): string {
  return text
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();
}
