import type { Language } from '../languages.ts';
import type { MailKind } from '../mail-kinds.ts';

/** A mail that is due. */
export type DueMail = {
  tenantUuid: string;
  mailUuid: string;
  ordinal: string;
  kind: MailKind;
  personUuid: string | null;
  address: string | null;
  language: string | null;
  about: never;
  threadUuid: string | null;
  traceParent: string | null;
  /** How often it was tried before. */
  tries: number;
  /** The time at which it was asked for, in UTC without a zone. */
  queuedAt: string;
};

/** Somebody whom a mail goes to. */
export type Reader = { email: string; name?: string; language: Language };
