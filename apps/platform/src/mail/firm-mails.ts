import type { Tx } from '../database/transaction.ts';
import { queueForAdministrators } from './outbox/queue-mails.ts';

/** The invitations and first links that may go out on behalf of a firm on a day, over all replicas. */
export type FirmMails = {
  /** Takes one of today's and returns the day; undefined when they are spent. */
  take: (tx: Tx) => Promise<string | undefined>;
  /** Gives one back that did not go out. */
  giveBack: (tx: Tx, day: string) => Promise<void>;
};

/** Makes the limit of mails by firm and day (UTC); at the first mail beyond it the administrators are told. */
export function createFirmMails({ perDay }: { perDay: number }): FirmMails {
  async function take(tx: Tx): Promise<string | undefined> {
    const { tenantUuid } = tx;
    const today = tx`(now() at time zone 'UTC')::date`;
    const [taken] = await tx<{ day: string }[]>`
      insert into mail_days as d (tenant_uuid, day, taken) values (${tenantUuid}, ${today}, 1)
      on conflict (tenant_uuid, day) do update set taken = d.taken + 1 where d.taken < ${perDay}
      returning day::text`;
    if (taken) return taken.day;
    const { count } = await tx`
      update mail_days set told_at = now()
       where tenant_uuid = ${tenantUuid} and day = ${today} and told_at is null`;
    if (count > 0) await queueForAdministrators(tx, { kind: 'MAILS_WAITING', about: { perDay } });
    return undefined;
  }

  async function giveBack(tx: Tx, day: string): Promise<void> {
    await tx`
      update mail_days set taken = taken - 1
       where tenant_uuid = ${tx.tenantUuid} and day = ${day}::date and taken > 0`;
  }

  return { take, giveBack };
}
