import { inSpan } from '@atrium/kit/tracing/spans.ts';
import { readTraceparent } from '@atrium/kit/tracing/trace-context.ts';
import { startLeasedRows } from '../../background/leased-rows.ts';
import { createLeases, type Lease, LeaseLost } from '../../background/leases.ts';
import type { LoopMeans, LoopOptions } from '../../background/loop.ts';
import { untilWritten } from '../../background/until-written.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { isRefusal } from '../count-mails.ts';
import type { Mailer } from '../mailer.ts';
import { tellRefused } from '../tell-refused.ts';
import type { MailDefinitions } from './define-mail.ts';
import type { DueMail } from './due-mail.ts';
import { type MailMeans, type PreparedMail, prepareMail } from './prepare-mail.ts';
import { findDueMails, putMailOff, settleMail } from './queries.ts';

// The number of mails that a process has under way at a time.
const most = 8;
const leaseSeconds = 60;
const usualHours = 24;

export type MailSenderOptions = MailMeans &
  LoopMeans &
  Pick<LoopOptions, 'isPaused'> & { db: Db; mailer: Mailer; definitions: MailDefinitions };

/**
 * Sends the mails that are due, of all tenants. A mail is taken under a lease, written in one
 * transaction, sent outside it, and settled, however busy the database is by then. Whoever dies in
 * between leaves it queued, and it goes out under the same Message-ID when the lease has run out;
 * docs/adr/0016 says what can happen and what cannot.
 */
export function createMailSender(options: MailSenderOptions) {
  const { db, mailer, definitions, isPaused, logger, registry } = options;
  let loop: ReturnType<typeof startLeasedRows> | undefined;

  function start(): void {
    // Without a mail server mails wait, however long.
    if (mailer.isMissing) return;
    const leases = createLeases({
      db,
      logger,
      table: 'mails',
      key: 'mailUuid',
      seconds: leaseSeconds,
    });
    const find = findDueMails;
    loop = startLeasedRows({
      name: 'mails',
      db,
      leases,
      most,
      isPaused,
      find,
      work,
      logger,
      registry,
    });
  }

  function work(mail: DueMail, lease: Lease, isStopped: () => boolean): Promise<boolean> {
    const parent = readTraceparent(mail.traceParent ?? undefined) ?? null;
    return inSpan({ name: `mail ${mail.kind}`, kind: 'CONSUMER', parent }, () =>
      mailer.composing(() => send(mail, lease, isStopped)),
    );
  }

  /** Sends a mail, and returns whether it is done with: one that is put off makes nobody look at once. */
  async function send(mail: DueMail, lease: Lease, isStopped: () => boolean): Promise<boolean> {
    const inTenant = <T>(does: (tx: Tx) => Promise<T>) =>
      db.asTenant(mail.tenantUuid, system, does);
    const settle = (state: 'SENT' | 'REFUSED') => {
      const write = () =>
        inTenant(async (tx) => {
          await lease.hold(tx);
          await settleMail(tx, mail, state);
          if (state === 'REFUSED') await tellRefused(tx, mail.mailUuid);
        });
      return untilWritten(write, isStopped);
    };
    const definition = definitions[mail.kind];
    let prepared: PreparedMail | undefined;
    try {
      prepared = await inTenant((tx) => prepareMail(tx, mail, lease, { ...options, definition }));
      if (!prepared) return true;
      await mailer.send(prepared.message);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      if (isRefusal(error)) {
        await settle('REFUSED');
        return true;
      }
      const isOver = await inTenant(async (tx) => {
        await lease.hold(tx);
        if (prepared?.day) await options.firmMails.giveBack(tx, prepared.day);
        const isGivenUp = await putMailOff(tx, mail, definition.triedForHours ?? usualHours);
        if (isGivenUp) await tellRefused(tx, mail.mailUuid);
        return isGivenUp;
      });
      // Not its message, which may name a reader.
      const { name, code = name } = error as Error & { code?: string };
      const { kind, mailUuid, tries } = mail;
      logger.warn({ kind, mailUuid, tries, code }, isOver ? 'a mail is given up' : 'a mail failed');
      return false;
    }
    await settle('SENT');
    return true;
  }

  return { start, wake: () => loop?.wake(), stop: async () => loop?.stop() };
}
