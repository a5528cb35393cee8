import { fieldError, invalid } from '@atrium/kit/problem.ts';

/** Throws VALIDATION_FAILED for a time to end, in UTC, that has passed or is more than so many days ahead. */
export function checkEnd(expiresAt: string, mostDays: number): void {
  const end = Temporal.Instant.from(`${expiresAt.replace(/Z$/, '')}Z`);
  const now = Temporal.Now.instant();
  const last = now.add({ hours: mostDays * 24 });
  if (Temporal.Instant.compare(end, now) <= 0)
    throw invalid(fieldError('expiresAt', 'IN_THE_PAST', 'must be in the future'));
  if (Temporal.Instant.compare(end, last) > 0)
    throw invalid(fieldError('expiresAt', 'TOO_LATE', `must be at most ${mostDays} days from now`));
}
