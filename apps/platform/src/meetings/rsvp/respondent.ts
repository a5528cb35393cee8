import { foldText } from '@atrium/kit/texts/folding.ts';
import type { Tx } from '../../database/transaction.ts';
import { plainAddress } from './replies/calendar-address.ts';
import type { Attendee, Reply } from './replies/read-reply.ts';
import {
  listMeetingsByMails,
  listMeetingsByUid,
  type MeetingByMail,
  type Respondent,
} from './respondent-queries.ts';

/**
 * Finds the meeting that a mail is about, by the UID of its calendar or by the mail that it answers: a
 * platform transaction's query.
 */
export async function findMeeting(tx: Tx, reply: Reply): Promise<MeetingByMail | undefined> {
  const { uid, repliesTo } = reply;
  const byUid = uid ? await listMeetingsByUid(tx, uid) : [];
  const isOf = ({ respondents }: MeetingByMail) =>
    typeof findRespondent(respondents, reply) !== 'string';
  return byUid.find(isOf) ?? byUid[0] ?? (await listMeetingsByMails(tx, repliesTo))[0];
}

/**
 * Returns for whom a reply speaks: the one invited of whose record both the attendee's address and that
 * in From are. Where several share a mailbox it is the one whose invitation is answered, of these the
 * one of that name, else the first.
 */
export function findRespondent(
  respondents: readonly Respondent[],
  { uid, sender, attendees }: Pick<Reply, 'uid' | 'sender' | 'attendees'>,
): { respondent: Respondent; attendee: Attendee } | 'SENDER_MISMATCH' | 'NOT_INVITED' {
  const own = (address: string | null) =>
    respondents.filter(({ addresses }) => addresses.some((each) => plainAddress(each) === address));
  const senders = sender ? own(sender) : [];
  // A calendar that names no address of the attendee speaks for whoever sent the mail.
  const named = attendees.map((each) => ({ ...each, address: each.address ?? sender }));
  for (const attendee of named) {
    const both = own(attendee.address).filter((each) => senders.includes(each));
    const ofInvitation = both.filter((each) => each.uid.toLowerCase() === uid?.toLowerCase());
    const some = ofInvitation.length > 0 ? ofInvitation : both;
    const name = foldText(attendee.name ?? '');
    const respondent = some.find((each) => name && foldText(each.name ?? '') === name) ?? some[0];
    if (respondent) return { respondent, attendee };
  }
  const isKnown = named.some(({ address }) => own(address).length > 0);
  const isForeign = named.every(({ address }) => address !== sender);
  return isKnown || isForeign ? 'SENDER_MISMATCH' : 'NOT_INVITED';
}
