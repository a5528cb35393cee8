import type { Job, JobData, Schedule } from '../../background/jobs.ts';
import type { CredentialsMail } from '../credentials-mail.ts';
import { createLoginMails, type LoginMailOptions } from '../login-mails.ts';
import type { Person } from '../person.ts';
import { loginChangeMessage } from './login-change-message.ts';
import { type LoginChange, loginChanges } from './note-login-change.ts';

const atATime = 100;

type Noted = Person & { changeUuid: string; kind: LoginChange };

/**
 * Mails what was noted of changes of logins: soon after the commit, and what was left over every few
 * minutes. A job holds no address; the row that does goes when its day is over.
 */
export function createLoginChanges(
  options: LoginMailOptions & { credentialsMail: CredentialsMail },
) {
  const { db, credentialsMail } = options;
  const mails = createLoginMails<Person & { changeUuid: string }>(
    options,
    'login-change-mail',
    async (tx, { changeUuid }, { account, theme }) => {
      const [noted] = await tx<{ kind: LoginChange; address: string }[]>`
        select kind, address from login_changes where change_uuid = ${changeUuid}`;
      if (!noted || noted.kind === 'FIRST_LINK') return undefined;
      return loginChangeMessage(noted.kind, { ...account, email: noted.address }, theme);
    },
  );

  /** Queues the mails of all changes that were noted. */
  async function queueAll(): Promise<void> {
    const queued = await db.asPlatform(async (tx) => {
      const noted = await tx<Noted[]>`
        update login_changes set queued_at = now()
         where ctid = any(array(
           select c.ctid from login_changes c join tenants t using (tenant_uuid)
            where c.queued_at is null and t.is_active and t.deleted_at is null
            order by c.created_at limit ${atATime} for update of c skip locked))
        returning tenant_uuid, user_uuid, change_uuid, kind`;
      for (const { tenantUuid, userUuid, changeUuid, kind } of noted) {
        const person = { tenantUuid, userUuid };
        if (kind === 'FIRST_LINK')
          await credentialsMail.enqueue(tx, { ...person, kind: 'welcome' });
        else await mails.enqueue(tx, { ...person, changeUuid });
      }
      return noted.length;
    });
    if (queued === atATime) await queueAll();
  }

  const job: Job<JobData> = { name: loginChanges, run: queueAll };
  const schedule: Schedule = { name: 'mail-login-changes', cron: '*/5 * * * *', run: queueAll };
  return { jobs: [mails.job, job] as Job<never>[], schedule };
}
