import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';

/** Finds the name and e-mail of a caller: as staff, else as an account, else by the token. */
export async function findCallerName(
  tx: Tx,
  { userUuid, email }: Pick<Caller, 'userUuid' | 'email'>,
) {
  const [found] = await tx<{ name: string; email: string }[]>`
    select first_name || ' ' || paternal_last_name as name, email
      from staff_members where staff_uuid = ${userUuid}
    union all
    select display_name, email from accounts where user_uuid = ${userUuid}
    limit 1`;
  return found ?? { name: email, email };
}
