import type { Tx } from '../../database/transaction.ts';
import type { MeetingRow } from '../../meetings/schemas.ts';
import type { Link } from '../links.ts';
import type { EventDetails, EventFields } from '../providers/provider.ts';

/**
 * Returns an event's details without what its meeting may not show. Of a private event that began
 * in the calendar only the time is kept, and texts stored before are removed. A meeting made here
 * keeps its own texts while its event is private: the given ones, which both sides agreed on last.
 */
export function withoutPrivateParts(
  details: EventDetails,
  { source }: Pick<MeetingRow, 'source'>,
  { title, description, location }: EventFields,
): EventDetails {
  const { fields, organizer, isPrivate } = details;
  if (!isPrivate) return details;
  if (source === 'INTERNAL')
    return { ...details, fields: { ...fields, title, description, location } };
  return {
    ...details,
    fields: { ...fields, title: 'Private', description: '', location: '' },
    organizer: { email: '', name: null, isSelf: organizer.isSelf },
    guests: [],
    joinUrl: null,
  };
}

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
