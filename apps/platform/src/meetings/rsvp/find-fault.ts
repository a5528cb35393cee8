import type { Static } from 'typebox';
import { readLocalTime } from '../../http/local-time.ts';
import type { Span } from '../time.ts';
import type { Fault } from './page.ts';
import type { RsvpInput } from './schemas.ts';

/** Finds what a reader has to put right in what the page posted: a message of no words, or a time that is no other. */
export function findFault(
  { status, note, proposed = [] }: Static<typeof RsvpInput>,
  meeting: Span,
): Fault | undefined {
  for (const each of proposed) {
    const [start, end] = [each.startDateTime, each.endDateTime].map(readLocalTime);
    if (!start || !end) continue;
    if (end <= start) return 'NOT_AFTER_START';
    if (start === meeting.startDateTime && end === meeting.endDateTime) return 'SAME_TIME';
  }
  return status || proposed.length > 0 || note?.trim() ? undefined : 'NO_MESSAGE';
}
