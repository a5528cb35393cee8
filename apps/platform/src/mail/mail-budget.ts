import type { Tx } from '../database/transaction.ts';

/** How many mails strangers can set off to one person in an hour, all kinds together. */
const mailsPerHour = 4;

/** Takes one mail from a person's budget; false when it is spent, and nothing is to be mailed. */
export type MailBudget = (
  tx: Tx,
  addressee: { tenantUuid: string; userUuid: string },
) => Promise<boolean>;

/**
 * Makes the one budget of mails that people from outside can set off: forgotten passwords, renewed
 * links, second factors that are reset. It is the addressee's, whoever asks and at whichever replica.
 */
export function createMailBudget({ enabled }: { enabled: boolean }): MailBudget {
  return async (tx, { tenantUuid, userUuid }) => {
    if (!enabled) return true;
    const lately = tx`array(select at from unnest(b.mailed_at) as at where at > now() - interval '1 hour')`;
    const { count } = await tx`
      insert into mail_budgets as b (tenant_uuid, user_uuid, mailed_at)
      values (${tenantUuid}, ${userUuid}, array[now()])
      on conflict (tenant_uuid, user_uuid) do update set mailed_at = ${lately} || now()
       where cardinality(${lately}) < ${mailsPerHour}`;
    return count > 0;
  };
}
