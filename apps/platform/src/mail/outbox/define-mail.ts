import type { Tx } from '../../database/transaction.ts';
import type { Letter } from '../letter.ts';
import type { Letterhead } from '../letterhead.ts';
import type { MailKind } from '../mail-kinds.ts';
import type { Message } from '../mailer.ts';
import type { DueMail, Reader } from './due-mail.ts';

/** What a mail is about, its reader, and how the firm's mails look. */
export type MailContext<About> = {
  about: About;
  mail: DueMail;
  reader: Reader;
  letterhead: Letterhead;
};

/** What a kind adds to a letter of its own making. */
export type WrittenMail = Pick<Message, 'subject' | 'text' | 'html'> &
  Partial<Pick<Message, 'replyTo' | 'calendar' | 'unsubscribeUrl'>>;

/** One kind of mail: who reads it, and what it says as things stand when it is sent. */
export type MailDefinition<About = never> = {
  /** Finds the reader; undefined when nobody is to get it any more. Without it: who has the login. */
  findReader?: (tx: Tx, mail: DueMail, about: About) => Promise<Reader | undefined>;
  /** Writes it; undefined when there is nothing to tell any more. Runs in a transaction, so it calls nobody. */
  write: (
    tx: Tx,
    context: MailContext<About>,
  ) => Promise<Letter | WrittenMail | undefined> | Letter | undefined;
  /** True for mails that a firm has only so many of on a day. */
  isLimited?: boolean;
  /** Says whether strangers can set the mail off, so that it counts in its reader's budget. */
  isBudgeted?: (about: About) => boolean;
  /** How long it is tried; without it a day. */
  triedForHours?: number;
};

/** Every kind of mail that there is. */
export type MailDefinitions = Readonly<Record<MailKind, MailDefinition>>;

/** Returns a definition whose `about` is typed. */
export const defineMail = <About = object>(
  definition: MailDefinition<About>,
): MailDefinition<never> => definition as MailDefinition<never>;
