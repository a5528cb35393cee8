import type { Tx } from '../database/transaction.ts';
import { notFound, Problem } from '../problems.ts';
import type { Viewer } from './meeting-access.ts';
import { type Action, factsOf, refusalOf } from './permissions.ts';
import { findMeeting, lockMeeting } from './queries.ts';
import type { MeetingRow } from './schemas.ts';

/** Returns a meeting that the viewer may read. Throws NOT_FOUND, and FORBIDDEN to a stranger. */
export async function findSeenMeeting(tx: Tx, viewer: Viewer, meetingUuid: string) {
  return seen(await findMeeting(tx, viewer, meetingUuid));
}

/** Locks a meeting that the viewer is about to change. Throws NOT_FOUND, and FORBIDDEN to a stranger. */
export async function lockSeenMeeting(tx: Tx, viewer: Viewer, meetingUuid: string) {
  return seen(await lockMeeting(tx, viewer, meetingUuid));
}

function seen(meeting: MeetingRow | undefined): MeetingRow {
  if (!meeting) throw notFound('meeting');
  if (!meeting.sees) throw new Problem('FORBIDDEN', 'You do not take part in this meeting');
  return meeting;
}

/** Throws the reason for which the viewer of a meeting may not do something with it. */
export function requireAllowed(action: Action, meeting: MeetingRow): void {
  const refusal = refusalOf(action, factsOf(meeting.factsCode));
  if (refusal) throw new Problem(refusal);
}
