import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '@atrium/kit/auth/caller.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../database/transaction.ts';
import type { FirmHost } from '../http/own-hosts.ts';
import { endAllHeld, type Kept, keptOfAsker } from './end-held.ts';
import { queueLinkMail } from './link-mails.ts';
import { tellLoginChange } from './login-change-mail.ts';
import { isOf, type Person } from './person.ts';
import { requirePerson } from './require-person.ts';
import { deleteFactors } from './second-factor/queries.ts';
import { askMinutes } from './sso/ask-minutes.ts';
import { mustUseProvider } from './sso/must-use-provider.ts';

/** Someone who can sign in. */
export type Account = Person & {
  tenantCode: string;
  email: string;
  roles: Role[];
  partnerUuid: string | null;
  displayName: string;
  language: string;
};

export type AccountWithPassword = Account & {
  passwordHash: string | null;
  isActive: boolean;
  tenantIsActive: boolean;
  hasSignedIn: boolean;
  /** True where the firm lets the person sign in by its identity provider alone. */
  mustUseProvider: boolean;
};

const columns = (tx: Tx) => tx`
  a.tenant_uuid, t.code as tenant_code, a.user_uuid, a.email, a.roles, a.partner_uuid,
  a.display_name, a.language, a.password_hash,
  a.is_active and partner_active(a.tenant_uuid, a.partner_uuid) as is_active,
  t.is_active and t.deleted_at is null as tenant_is_active,
  a.first_login_at is not null as has_signed_in, ${mustUseProvider(tx)} as must_use_provider`;

/**
 * Returns the live account of a login e-mail, over all tenants; if nobody has it, the one that had it
 * in the tenant that was deleted last. A platform transaction's query.
 */
export async function findAccountByEmail(tx: Tx, email: string) {
  const spellings = spellingsOf(email);
  const [account] = await tx<AccountWithPassword[]>`
    select ${columns(tx)}
      from (select tenant_uuid, user_uuid, email_folded from login_emails
             where email_folded = any(${spellings})
            union all
            select tenant_uuid, user_uuid, email_folded from freed_login_emails
             where email_folded = any(${spellings})) l
      join accounts a using (tenant_uuid, user_uuid) join tenants t using (tenant_uuid)
     where a.deleted_at is null
     order by t.deleted_at desc nulls first, l.email_folded = ${email.toLowerCase()} desc limit 1`;
  return account;
}

/**
 * Returns how a login may be kept: in its plain form, or as it is written where somebody had claimed the
 * plain one before all were compared by it.
 */
const spellingsOf = (email: string): string[] => [plainEmail(email), email.toLowerCase()];

/**
 * A login e-mail as it is told apart from others, and whether its account was signed in from an
 * address within the last 30 days.
 */
export async function findSignInPlace(tx: Tx, email: string, addressHashes: readonly Buffer[]) {
  const [place] = await tx<[{ emailFolded: string; isKnown: boolean }]>`
    select ${plainEmail(email)} as email_folded, exists (
      select from login_emails l join known_addresses k using (tenant_uuid, user_uuid)
       where l.email_folded = any(${spellingsOf(email)}) and k.address_hash = any(${addressHashes}::bytea[])
         and k.signed_in_at > now() - interval '30 days') as is_known`;
  return place;
}

export async function findAccount(tx: Tx, { tenantUuid, userUuid }: Person) {
  const [account] = await tx<AccountWithPassword[]>`
    select ${columns(tx)}
      from accounts a join tenants t using (tenant_uuid)
     where a.tenant_uuid = ${tenantUuid} and a.user_uuid = ${userUuid} and a.deleted_at is null`;
  return account;
}

type NewAccount = Omit<Account, 'tenantCode'> & {
  passwordHash: string | null;
  isActive?: boolean;
  /** The names of a system administrator. */
  firstName?: string;
  lastName?: string;
};

/** Inserts an account and claims its e-mail. Fails with EMAIL_TAKEN when another login has it. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  const { tenantUuid, userUuid, email } = account;
  await tx`insert into accounts ${tx(account)}`;
  await tx`insert into login_emails values (${plainEmail(email)}, ${tenantUuid}, ${userUuid})`;
}

/**
 * Changes what is given of an account; a new e-mail is claimed and the old one freed. What hung on the
 * old one ends then, and both addresses are told. Throws PERSON_REQUIRED when a machine changes the
 * e-mail.
 */
export async function updateAccount(
  tx: Tx,
  person: Person,
  changes: Partial<Omit<NewAccount, keyof Person | 'passwordHash'>>,
): Promise<void> {
  const { email } = changes;
  const before = email === undefined ? undefined : await findAccount(tx, person);
  await tx`update accounts set ${tx(changes)} where ${isOf(tx, person)}`;
  if (email === undefined || !before) return;
  // One whose e-mail was taken while the tenant was deleted has none until it is changed.
  const { count } = await tx`
    insert into login_emails as l values (${plainEmail(email)}, ${person.tenantUuid}, ${person.userUuid})
    on conflict (tenant_uuid, user_uuid) do update set email_folded = excluded.email_folded
     where l.email_folded <> excluded.email_folded`;
  if (count === 0) return;
  requirePerson(tx.actor);
  await endAllHeld(tx, isOf(tx, person), keptOfAsker(tx, person));
  await tellLoginChange(tx, person, 'EMAIL_TAKEN_AWAY', before.email);
  await tellLoginChange(tx, person, 'EMAIL_GIVEN', email);
  if (before.passwordHash === null) await queueLinkMail(tx, person, 'FIRST');
}

/** Ends an account: no login, no second factor, and its e-mail is free again. */
export async function endAccount(tx: Tx, person: Person): Promise<void> {
  await tx`
    update accounts set deleted_at = change_time(), is_active = false where ${isOf(tx, person)}`;
  await tx`delete from login_emails where ${isOf(tx, person)}`;
  await deleteFactors(tx, person);
  await endAllHeld(tx, isOf(tx, person));
}

/** Gives an account, with all that hangs on it, to another user of the tenant who has none. */
export async function moveAccount(tx: Tx, fromUuid: string, toUuid: string): Promise<void> {
  await tx`
    update accounts set user_uuid = ${toUuid}
     where tenant_uuid = ${tx.tenantUuid} and user_uuid = ${fromUuid}`;
  await tx`
    update mails set person_uuid = ${toUuid} where person_uuid = ${fromUuid} and thread_uuid is null`;
}

/** Removes what is left of an ended account, so that the same person can have a new one. */
export async function removeEndedAccount(tx: Tx, userUuid: string): Promise<void> {
  await tx`
    delete from accounts
     where tenant_uuid = ${tx.tenantUuid} and user_uuid = ${userUuid} and deleted_at is not null`;
}

/** Sets a password, which ends all that the person holds but what is kept. */
export async function setPasswordHash(
  tx: Tx,
  person: Person,
  passwordHash: string,
  kept?: Kept,
): Promise<void> {
  await tx`update accounts set password_hash = ${passwordHash} where ${isOf(tx, person)}`;
  await endAllHeld(tx, isOf(tx, person), kept);
}

/** Says where a session begins, as its owner sees it in the list of sessions. */
export type SessionPlace = {
  byCookie?: boolean;
  userAgent?: string | null;
  address?: string;
  /** The firm whose domain the page is of. */
  firm?: FirmHost | undefined;
};

/** A session; `hasFactor` says that the firm's provider saw to the second factor. */
type NewSession = SessionPlace & { hasFactor?: boolean };

export async function insertSession(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  days: number,
  { byCookie = false, userAgent = null, address, firm, hasFactor = false }: NewSession = {},
): Promise<string> {
  const sessionUuid = randomUUIDv7();
  await tx`
    insert into sessions (tenant_uuid, session_uuid, user_uuid, expires_at, by_cookie, user_agent,
                          address, host, host_tenant_uuid, factor_by_provider)
    values (${tenantUuid}, ${sessionUuid}, ${userUuid}, now() + ${days} * interval '1 day',
            ${byCookie}, ${userAgent}, ${address ?? null}, ${firm?.host ?? null},
            ${firm?.tenantUuid ?? null}, ${hasFactor})`;
  return sessionUuid;
}

export async function insertRefreshToken(
  tx: Tx,
  tenantUuid: string,
  { sessionUuid, branchUuid }: { sessionUuid: string; branchUuid: string },
  tokenHash: Buffer,
): Promise<void> {
  await tx`
    insert into refresh_tokens (tenant_uuid, session_uuid, branch_uuid, token_hash)
    values (${tenantUuid}, ${sessionUuid}, ${branchUuid}, ${tokenHash})`;
}

/** Ends a session; false when it had ended before. */
export async function revokeSession(
  tx: Tx,
  tenantUuid: string,
  sessionUuid: string,
): Promise<boolean> {
  const { count } = await tx`
    update sessions set revoked_at = now()
     where tenant_uuid = ${tenantUuid} and session_uuid = ${sessionUuid} and revoked_at is null`;
  return count > 0;
}

const branchOf = (tx: Tx) => tx`coalesce(r.branch_uuid, r.session_uuid)`;

/** Returns whose session a refresh token is of. */
export async function findRefreshToken(tx: Tx, tokenHash: Buffer) {
  const [token] = await tx<(Person & { sessionUuid: string })[]>`
    select r.tenant_uuid, r.session_uuid, s.user_uuid
      from refresh_tokens r join sessions s using (tenant_uuid, session_uuid)
     where r.token_hash = ${tokenHash}`;
  return token;
}

export type RefreshToken = Person & {
  sessionUuid: string;
  branchUuid: string;
  used: boolean;
  /** True within 30 seconds of the first use. */
  usedLately: boolean;
  stands: boolean;
  /** For how many seconds the firm's provider need not be asked; null where it cannot be. */
  secondsUnasked: number | null;
};

/**
 * Finds a refresh token and locks it, so that two who use it at once are told apart, and its session, so
 * that no branch begins unseen while branches are ended.
 */
export async function lockRefreshToken(tx: Tx, tokenHash: Buffer) {
  const [token] = await tx<RefreshToken[]>`
    select r.tenant_uuid, r.session_uuid, s.user_uuid, ${branchOf(tx)} as branch_uuid,
           r.used_at is not null as used,
           coalesce(r.used_at > now() - interval '30 seconds', false) as used_lately,
           (select extract(epoch from o.asked_at - now())::int + ${askMinutes * 60}
              from sso_sessions o
             where o.tenant_uuid = s.tenant_uuid and o.session_uuid = s.session_uuid
               and o.sealed_refresh_token is not null) as seconds_unasked,
           s.revoked_at is null and s.expires_at > now()
             and not (s.by_cookie and session_idle(s.tenant_uuid, s.used_at))
             and not session_over(s.tenant_uuid, s.created_at)
             and ${branchOf(tx)} <> all(s.ended_branches) as stands
      from refresh_tokens r join sessions s using (tenant_uuid, session_uuid)
     where r.token_hash = ${tokenHash}
       for no key update of s for update of r`;
  return token;
}

export async function useRefreshToken(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx`update refresh_tokens set used_at = now() where token_hash = ${tokenHash} and used_at is null`;
}

/** Notes that a session was used so long ago, unless it has ended or only a page asks by itself. */
export async function noteSessionUse(
  tx: Tx,
  session: { tenantUuid: string; sessionUuid: string; inBackground: boolean; agoMs?: number },
): Promise<void> {
  const { tenantUuid, sessionUuid, inBackground, agoMs = 0 } = session;
  await tx`
    update sessions set used_at = now() - ${agoMs} * interval '1 millisecond'
     where tenant_uuid = ${tenantUuid} and session_uuid = ${sessionUuid} and revoked_at is null
       and not (by_cookie and (${inBackground} or session_idle(tenant_uuid, used_at)))`;
}
