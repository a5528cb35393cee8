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
  // A mail whose sender lost its hold on it, as on a busy machine, is free again only after a minute.
  await expect
    .poll(isDue, { timeout: 180_000, interval: 10 })
    .toHaveLength(0)
    .finally(() => Promise.all(senders.map((sender) => sender.stop())));
}
