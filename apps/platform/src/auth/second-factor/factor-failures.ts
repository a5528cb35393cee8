import type { Tx } from '../../database/transaction.ts';
import { isOf, type Person } from '../person.ts';
import { tooMany } from '../sign-in-limits.ts';
import { queueSignInMail } from './factor-mail.ts';

/** The wrong answers in a row after which pauses begin; each further one doubles the pause. */
const beforePauses = 10;

/** The wrong answers in a row of which the person is told, once. */
const toldAt = 20;

/**
 * Throws RATE_LIMITED while no second factor of an account is taken, because many were wrong in a
 * row. The account is locked before, so that many at once are one after the other.
 */
export async function refuseWhilePaused(tx: Tx, person: Person): Promise<void> {
  const [pause] = await tx<{ seconds: number }[]>`
    select extract(epoch from paused_until - now())::float8 as seconds
      from second_factor_failures where ${isOf(tx, person)} and paused_until > now()`;
  if (pause) throw tooMany(pause.seconds);
}

/** Counts a wrong second factor of an account, and mails its person once there were many in a row. */
export async function countWrongFactor(tx: Tx, person: Person): Promise<void> {
  const { tenantUuid, userUuid } = person;
  const [{ inARow }] = await tx<[{ inARow: number }]>`
    insert into second_factor_failures as f (tenant_uuid, user_uuid, in_a_row)
    values (${tenantUuid}, ${userUuid}, 1)
    on conflict (tenant_uuid, user_uuid) do update
      set in_a_row = f.in_a_row + 1,
          paused_until = case when f.in_a_row + 1 < ${beforePauses} then f.paused_until
            else now() + least(interval '1 hour', interval '1 minute'
              * power(2, least(f.in_a_row + 1 - ${beforePauses}, 6))) end
    returning in_a_row`;
  if (inARow === toldAt) await queueSignInMail(tx, person, 'FACTOR_GUESSED');
}

/** Forgets the wrong second factors of an account: its person gave a right one. */
export async function forgetWrongFactors(tx: Tx, person: Person): Promise<void> {
  await tx`delete from second_factor_failures where ${isOf(tx, person)}`;
}
