import { getSession } from '../session.ts';

type Invited = { email: string | null; participantEntityUuid?: string | null };

/** Returns how many people get a mail about a change: those with an address, without the person themself. */
export function toldOf(invited: readonly Invited[]): number {
  const me = getSession()?.user.userUuid;
  return invited.filter(
    ({ email, participantEntityUuid }) => email !== null && participantEntityUuid !== me,
  ).length;
}

/** Returns how many answers a move takes back: they were given to the time before. */
export const answeredOf = (invited: readonly { rsvpStatus: string }[]) =>
  invited.filter(({ rsvpStatus }) => rsvpStatus !== 'UNKNOWN').length;
