import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { visibleTo } from '../../contacts/contact-access.ts';
import type { Tx } from '../../database/transaction.ts';
import { readLocalTime } from '../../http/local-time.ts';
import type { ExternalBusyOf, Range } from './external-busy.ts';
import { findTimeZone, listOccupations } from './queries.ts';
import type { Availability, AvailabilityRequest } from './schemas.ts';

type Status = Availability['availabilities'][number]['status'];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Says of each user once, in the order asked, whether they are free from one moment up to another.
 * UNKNOWN are those the tenant does not have, and those whose connected calendar cannot be read
 * unless a meeting of the platform keeps them busy anyway.
 */
export async function checkAvailability(
  tx: Tx,
  caller: Caller,
  input: AvailabilityRequest,
  externalBusy: ExternalBusyOf,
): Promise<Availability> {
  const stated = [...new Map(input.userUuids.map((each) => [each.toLowerCase(), each]))];
  const asked = stated.map(([userUuid]) => userUuid).filter((each) => uuid.test(each));
  const timezone = input.timezone ?? (await findTimeZone(tx, caller.userUuid)) ?? 'UTC';
  const range = readRange(input, timezone);
  const [occupations, elsewhere] = await Promise.all([
    listOccupations(tx, visibleTo(tx, caller), asked, range),
    externalBusy(tx, asked, range),
  ]);
  const busy = new Map(occupations.map(({ userUuid, isBusy }) => [userUuid, isBusy]));
  const statusOf = (userUuid: string): Status => {
    const isBusy = busy.get(userUuid);
    if (isBusy === undefined) return 'UNKNOWN';
    return isBusy ? 'BUSY' : (elsewhere.get(userUuid) ?? 'AVAILABLE');
  };
  return {
    availabilities: stated.map(([key, userUuid]) => ({ userUuid, status: statusOf(key) })),
  };
}

function readRange({ startDateTime, endDateTime }: AvailabilityRequest, timezone: string): Range {
  const [start, end] = [readLocalTime(startDateTime) ?? '', readLocalTime(endDateTime) ?? ''];
  if (end <= start) {
    throw invalid(fieldError('endDateTime', 'NOT_AFTER_START', 'must be after startDateTime'));
  }
  const instant = (text: string) =>
    Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).toInstant().toString();
  return { from: instant(start), to: instant(end) };
}
