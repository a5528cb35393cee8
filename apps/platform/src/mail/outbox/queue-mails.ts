import { randomUUIDv7 } from 'node:crypto';
import { keptTraceparent } from '@atrium/kit/tracing/trace-context.ts';
import type { Tx } from '../../database/transaction.ts';
import type { MailKind } from '../mail-kinds.ts';
import { administrators } from './administrators.ts';

/** A mail that is owed. */
export type NewMail = {
  kind: MailKind;
  /** The tenant of the transaction, if it is not stated. */
  tenantUuid?: string;
  personUuid?: string;
  /** Where it goes, if that is not the person's address at the time of sending. */
  address?: string;
  /** The language of who reads it, if that is nobody with a login. */
  language?: string;
  /** Identifiers and fixed words that the kind needs to write it; neither secrets nor personal data. */
  about?: Readonly<Record<string, string | number>>;
};

/** Kinds that somebody waits for at a screen: they go out before all others. */
const urgent: readonly MailKind[] = [
  'PASSWORD_RESET',
  'SIGN_IN_CHANGED',
  'LOGIN_CHANGED',
  'REPLY_ADDRESS',
  'MAIL_TEST',
];

/** Queues a mail in the transaction of the change that it tells of; it is written and sent after the commit. */
export async function queueMail(tx: Tx, mail: NewMail): Promise<void> {
  const { kind, tenantUuid = tx.tenantUuid, personUuid = null, about = {} } = mail;
  const { address = null, language = null } = mail;
  const row = { tenantUuid, mailUuid: randomUUIDv7(), kind, personUuid, address, language };
  await tx`insert into mails ${tx({ ...row, about: tx.json(about), ...sendingOf(kind) })}`;
  tx.afterCommit('mails');
}

/** Queues a mail to each administrator of a tenant. */
export async function queueForAdministrators(
  tx: Tx,
  { kind, tenantUuid = tx.tenantUuid, about = {} }: Pick<NewMail, 'kind' | 'tenantUuid' | 'about'>,
): Promise<void> {
  const { isUrgent, traceParent } = sendingOf(kind);
  await tx`
    insert into mails (tenant_uuid, mail_uuid, kind, person_uuid, about, is_urgent, trace_parent)
    select a.tenant_uuid, gen_random_uuid(), ${kind}, a.user_uuid, ${tx.json(about)}::jsonb, ${isUrgent}, ${traceParent}
      from (${administrators(tx, tenantUuid)}) a`;
  tx.afterCommit('mails');
}

/** Returns what the row of every mail of a kind has, however it is inserted. */
export function sendingOf(kind: MailKind) {
  return { isUrgent: urgent.includes(kind), traceParent: keptTraceparent() ?? null };
}
