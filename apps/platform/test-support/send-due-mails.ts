import { expect } from 'vitest';
import type { Mailer } from '../src/mail/mailer.ts';
import { createMailSender } from '../src/mail/outbox/send-mails.ts';
import type { World } from './world.ts';

/** Lets replicas that send to one mail server work until no mail is due or under way; see `idle` of `world`. */
export async function sendDueMails(
  { db, services: { mailing } }: World,
  { mailer = mailing.mailer, replicas = 1 }: { mailer?: Mailer; replicas?: number } = {},
): Promise<void> {
  const senders = Array.from({ length: replicas }, () => createMailSender({ ...mailing, mailer }));
  for (const sender of senders) sender.start();
  const isDue = () =>
    db.asPlatform(
      (tx) => tx`
        select from mails where state = 'QUEUED' and (due_at <= now() or lease_until > now()) limit 1`,
    );
  await expect.poll(isDue, { timeout: 60_000, interval: 10 }).toHaveLength(0);
  await Promise.all(senders.map((sender) => sender.stop()));
}
