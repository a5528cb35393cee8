import type { FirmMails } from '../src/mail/firm-mails.ts';

/** A firm whose mails have no limit. */
export const unlimitedMails: FirmMails = {
  take: async () => '2030-01-01',
  giveBack: async () => undefined,
  postpone: async () => undefined,
};
