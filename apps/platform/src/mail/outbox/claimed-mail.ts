import type { Language } from '../languages.ts';
import type { MailKind } from '../mail-kinds.ts';

/** A mail that was taken for sending; `tries` tells this time from others. */
export type ClaimedMail = {
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
  tries: number;
  /** The time at which it was asked for, in UTC without a zone. */
  queuedAt: string;
};

/** Somebody whom a mail goes to. */
export type Reader = { email: string; name?: string; language: Language };
