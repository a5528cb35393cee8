import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../../database/transaction.ts';
import type { MeetingRow, ParticipantRow } from '../schemas.ts';
import type { PartySets } from './plan-participants.ts';
import { insertParticipants, type Party, removeParticipants, updateGuest } from './queries.ts';

/** The participants after a change, by participant UUID. */
type Attendance = {
  kept: string[];
  added: string[];
  removed: string[];
  /** True when anybody came, went or has other details. */
  changed: boolean;
};

/**
 * Makes the participants of each stated kind those that are stated: who stays keeps the answer, who
 * goes is marked as removed, who comes is new.
 */
export async function replaceParticipants(
  tx: Tx,
  { meetingUuid, participants }: Pick<MeetingRow, 'meetingUuid' | 'participants'>,
  { contacts, staff, guests }: PartySets,
): Promise<Attendance> {
  const replaced = participants.filter(({ participantType }) => {
    if (participantType === 'CONTACT') return contacts !== undefined;
    return participantType === 'EXTERNAL' ? guests !== undefined : staff !== undefined;
  });
  const wanted = new Map(
    [...(contacts ?? []), ...(staff ?? []), ...(guests ?? [])].map((party) => [
      partyKey(party),
      party,
    ]),
  );
  const present = new Map(replaced.map((each) => [participantKey(each), each]));
  const leaving = replaced.filter((each) => !wanted.has(participantKey(each)));
  const coming = [...wanted].flatMap(([key, party]) => (present.has(key) ? [] : [party]));

  const removed = leaving.map((each) => each.participantUuid);
  await removeParticipants(tx, removed);
  const added = await insertParticipants(tx, meetingUuid, coming);
  let rewritten = 0;
  for (const [key, party] of wanted) {
    const guest = present.get(key);
    if (!guest || party.participantType !== 'EXTERNAL' || isSame(guest, party)) continue;
    await updateGuest(tx, guest.participantUuid, party);
    rewritten++;
  }
  const kept = participants
    .map((each) => each.participantUuid)
    .filter((participantUuid) => !removed.includes(participantUuid));
  return { kept, added, removed, changed: removed.length + added.length + rewritten > 0 };
}

const partyKey = ({ contactUuid, staffUuid, email }: Party) =>
  contactUuid ?? staffUuid ?? plainEmail(email ?? '');
const participantKey = ({ participantEntityUuid, email }: ParticipantRow) =>
  participantEntityUuid ?? plainEmail(email ?? '');

function isSame(guest: ParticipantRow, party: Party): boolean {
  const details = ['email', 'name', 'language', 'countryCode', 'phone'] as const;
  return details.every((name) => guest[name] === party[name]);
}
