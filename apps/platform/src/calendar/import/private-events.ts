import type { Tx } from '../../database/transaction.ts';
import type { MeetingRow } from '../../meetings/schemas.ts';
import type { Link } from '../links.ts';
import type { EventDetails, EventFields, ProviderEvent } from '../providers/provider.ts';

const privateTitle = 'Private';

/**
 * Returns an event without what its meeting may not show. Of a private event that began in the
 * calendar only the time is kept, and texts stored before are removed. A meeting made here keeps
 * its own texts while its event is private: `texts` are those that both sides agreed on last.
 */
export function withoutPrivateParts(
  event: ProviderEvent,
  { source }: Pick<MeetingRow, 'source'>,
  texts: EventFields,
): ProviderEvent {
  const { details } = event;
  if (!details?.isPrivate) return event;
  const { title, description, location } = texts;
  if (source === 'INTERNAL')
    return { ...event, details: withTexts(details, { title, description, location }) };
  const blank = { title: privateTitle, description: '', location: '' };
  const organizer = { email: '', name: null, isSelf: details.organizer.isSelf };
  return {
    ...event,
    details: { ...withTexts(details, blank), organizer, guests: [], joinUrl: null },
  };
}

type Texts = Pick<EventFields, 'title' | 'description' | 'location'>;

const withTexts = (details: EventDetails, texts: Texts): EventDetails => ({
  ...details,
  fields: { ...details.fields, ...texts },
});

/** Tells whether an event became private, or ceased to be, since both sides agreed. */
export const changesPrivacy = ({ fields }: Link, { isPrivate }: EventDetails) =>
  (fields.isPrivate ?? false) !== isPrivate;

/** Takes over who organizes a meeting from its event, which names nobody while it is private. */
export async function saveOrganizer(
  tx: Tx,
  { meetingUuid }: MeetingRow,
  { organizer }: EventDetails,
): Promise<void> {
  await tx`
    update meetings
       set organizer_email = ${organizer.email || null}, organizer_name = ${organizer.name}
     where meeting_uuid = ${meetingUuid}`;
}
