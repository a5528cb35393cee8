import type { Job, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import { isRefusal } from '../../mail/count-mails.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { findTheme } from '../../tenants/branding/theme.ts';
import { morningMessage } from './morning-message.ts';
import { claimMails, findDueTasks, findReader, type MorningMail, settleMail } from './queries.ts';

const queue = 'morning-mail';
const atATime = 500;
// A platform that stood still at seven catches up until nine.
const [from, until] = ['07:00', '09:00'];

type Options = { db: Db; jobs: Jobs; mailer: Mailer; publicUrl: string };

/**
 * Mails staff in the morning of their own zone what is due for them. The row of a person and a day is
 * inserted once, whatever number of replicas look, together with the job that sends; a job that is
 * tried again sends the same Message-ID.
 */
export function createMorningMails({ db, jobs, mailer, publicUrl }: Options) {
  const job: Job<MorningMail> = {
    name: queue,
    run: (mail) => mailer.composing(() => send(mail)),
  };

  /** Queues the mails that are due now and not queued yet. */
  async function queueDue(now = Temporal.Now.instant()): Promise<void> {
    const claim = () =>
      db.asPlatform(async (tx) => {
        const claimed = await claimMails(tx, now.toString(), { from, until, limit: atATime });
        for (const mail of claimed) await jobs.enqueue(tx, queue, mail);
        return claimed.length;
      });
    while ((await claim()) === atATime);
  }

  async function send(mail: MorningMail): Promise<void> {
    const { tenantUuid, userUuid, day } = mail;
    const message = await db.asTenant(tenantUuid, system, async (tx) => {
      const reader = await findReader(tx, mail);
      const theme = await findTheme(tx, tenantUuid, publicUrl);
      const due = await findDueTasks(tx, mail);
      return reader && theme && due.total > 0
        ? morningMessage(reader, theme, { ...due, day }, publicUrl)
        : undefined;
    });
    if (message) {
      const messageId = `<morning-${userUuid}-${day}@atrium>`;
      await mailer.send({ tenantUuid, ...message, messageId }).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
    }
    await db.asTenant(tenantUuid, system, (tx) => settleMail(tx, mail));
  }

  return { job, queueDue };
}
