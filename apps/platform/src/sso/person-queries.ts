import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../database/transaction.ts';
import type { BegunSignIn } from './states.ts';
import { endOf, hashOf } from './states.ts';

/** Notes that the answer to a sign-in is taken; false when it was before. */
export async function spendState(tx: Tx, state: string, begun: BegunSignIn): Promise<boolean> {
  const { count } = await tx`
    insert into spent_sso_states (tenant_uuid, state_hash, expires_at)
    values (${begun.tenantUuid}, ${hashOf(state)}, ${endOf(begun).toISOString()})
    on conflict do nothing`;
  return count > 0;
}

/** Finds whom the provider knows by a subject; somebody deleted too. */
export async function findBySubject(tx: Tx, issuer: string, subject: string) {
  const [found] = await tx<{ userUuid: string; isOwnStaff: boolean; isDeleted: boolean }[]>`
    select j.user_uuid, a.deleted_at is not null as is_deleted,
           a.partner_uuid is null and a.roles && array['TENANT_ADMIN', 'TENANT_STAFF'] as is_own_staff
      from sso_subjects j join accounts a using (tenant_uuid, user_uuid)
     where j.tenant_uuid = ${tx.tenantUuid} and j.issuer = ${issuer} and j.subject = ${subject}`;
  return found;
}

/** Finds the firm's own live staff member who signs in with an e-mail, and whether another subject is theirs. */
export async function findStaffByEmail(tx: Tx, email: string) {
  const [found] = await tx<{ userUuid: string; isActive: boolean; isLinked: boolean }[]>`
    select s.staff_uuid as user_uuid, a.is_active and s.is_active as is_active,
           exists (select from sso_subjects j
                    where j.tenant_uuid = s.tenant_uuid and j.user_uuid = s.staff_uuid) as is_linked
      from login_emails l
      join accounts a using (tenant_uuid, user_uuid)
      join staff_members s on s.tenant_uuid = l.tenant_uuid and s.staff_uuid = l.user_uuid
     where l.tenant_uuid = ${tx.tenantUuid}
       and l.email_folded = any(${[plainEmail(email), email.toLowerCase()]})
       and s.partner_uuid is null and s.deleted_at is null and a.deleted_at is null
     order by l.email_folded = ${email.toLowerCase()} desc limit 1`;
  return found;
}

/** Notes by which subject the provider knows somebody. */
export async function linkSubject(
  tx: Tx,
  { issuer, subject, userUuid }: { issuer: string; subject: string; userUuid: string },
): Promise<void> {
  await tx`
    insert into sso_subjects (tenant_uuid, issuer, subject, user_uuid)
    values (${tx.tenantUuid}, ${issuer}, ${subject}, ${userUuid})
    on conflict (tenant_uuid, issuer, subject) do update set user_uuid = excluded.user_uuid`;
}

/** What the contract requires of staff and no claim tells. */
export type StaffHabits = {
  timeZone: string;
  platformLanguage: 'SPANISH' | 'ENGLISH';
  legalResidence: string;
  commissionCurrency: string;
};

/** Returns what an administrator has of it. */
export async function findHabits(tx: Tx, staffUuid: string | null) {
  const [found] = await tx<StaffHabits[]>`
    select time_zone, platform_language, legal_residence, commission_currency
      from staff_members where tenant_uuid = ${tx.tenantUuid} and staff_uuid = ${staffUuid}`;
  return found;
}
