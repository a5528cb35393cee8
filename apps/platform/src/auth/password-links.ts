import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { isOf, type Person } from './person.ts';

/** FIRST begins an account that nobody has signed in to; RESET sets a new password. */
export type LinkKind = 'FIRST' | 'RESET';

/** How long links live, in minutes. */
export const linkMinutes: Record<LinkKind, number> = { FIRST: 7 * 24 * 60, RESET: 60 };

const renewalsAnHour = 3;

type NewLink = {
  tokenHash: Buffer;
  requestUuid: string;
  kind: LinkKind;
  /** The firm's domain that the link names, if it names one. */
  domain: string | null;
};

/** Keeps a link that is about to be mailed. Those of earlier requests expire. */
export async function insertPasswordToken(
  tx: Tx,
  person: Person,
  { tokenHash, requestUuid, kind, domain }: NewLink,
): Promise<void> {
  await tx`
    update password_tokens set expires_at = least(expires_at, now())
     where ${isOf(tx, person)} and used_at is null and request_uuid <> ${requestUuid}`;
  await tx`
    insert into password_tokens
      (tenant_uuid, user_uuid, token_hash, request_uuid, kind, domain, expires_at)
    values (${person.tenantUuid}, ${person.userUuid}, ${tokenHash}, ${requestUuid}, ${kind}, ${domain},
            now() + ${linkMinutes[kind]} * interval '1 minute')`;
}

/** Spends a link: at most one of any number of callers gets the account. */
export async function spendPasswordToken(tx: Tx, tokenHash: Buffer) {
  const [owner] = await tx<Person[]>`
    update password_tokens set used_at = now()
     where token_hash = ${tokenHash} and used_at is null and expires_at > now()
    returning tenant_uuid, user_uuid`;
  return owner;
}

/** EXPIRED is a link in place of which its owner may have a new one; ENDED leads nowhere any more. */
export type LinkState = 'READY' | 'EXPIRED' | 'ENDED';

export type PasswordLink = Person & { kind: LinkKind; state: LinkState };

/** Returns whose a link is and whether it still works; a platform transaction's query. */
export async function findPasswordLink(tx: Tx, tokenHash: Buffer) {
  const [link] = await tx<PasswordLink[]>`
    select p.tenant_uuid, p.user_uuid, p.kind,
           case when p.used_at is not null or a.deleted_at is not null then 'ENDED'
                when p.expires_at > now() then 'READY'
                when a.first_login_at is null then 'EXPIRED'
                else 'ENDED' end as state
      from password_tokens p join accounts a using (tenant_uuid, user_uuid)
     where p.token_hash = ${tokenHash}`;
  return link;
}

/** Notes that a link is to be renewed; false when that was done often enough within the hour. */
export async function insertRenewal(tx: Tx, person: Person): Promise<boolean> {
  const { tenantUuid, userUuid } = person;
  await tx`select from accounts where ${isOf(tx, person)} for update`;
  const { count } = await tx`
    insert into link_renewals (tenant_uuid, user_uuid, renewal_uuid)
    select ${tenantUuid}, ${userUuid}, ${randomUUIDv7()}
     where (select count(*) from link_renewals
             where ${isOf(tx, person)} and asked_at > now() - interval '1 hour') < ${renewalsAnHour}`;
  return count > 0;
}
