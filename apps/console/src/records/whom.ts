import type { AnswerOf } from '../api.ts';

/** Whom a chip is of: a contact, or the client of a meeting who bears a name. */
export type Whom = { contactUuid: string } | { meetingUuid: string; name: string };

type Participant = Pick<
  AnswerOf<'getMeeting'>['participants'][number],
  'participantType' | 'participantEntityUuid' | 'name'
>;

/** Returns which clients of a meeting bear a name: two may bear the same one. */
export const clientsNamed = (name: string, participants: readonly Participant[]): string[] => [
  ...new Set(
    participants.flatMap((each) =>
      each.participantType === 'CONTACT' && each.name === name
        ? (each.participantEntityUuid ?? [])
        : [],
    ),
  ),
];
