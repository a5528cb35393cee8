import type { Tx } from '../database/transaction.ts';
import { findTheme, type Theme } from '../tenants/branding/theme.ts';
import type { FirmAddresses } from '../tenants/domains/firm-addresses.ts';
import type { Message } from './mailer.ts';
import { findMailSettings } from './sender-queries.ts';

/** What every mail of a firm shares: whose it is, how it looks, and where its links lead. */
export type Letterhead = {
  theme: Theme;
  sender: Pick<Message, 'tenantUuid' | 'fromName' | 'replyTo'>;
  /** How links begin. */
  origin: string;
  /** The firm's domain in `origin`; null where it is the platform's address. */
  domain: string | null;
};

/** Returns the letterhead of a live tenant's mails. */
export async function findLetterhead(
  tx: Tx,
  tenantUuid: string,
  { domainOf, originOf }: FirmAddresses,
): Promise<Letterhead | undefined> {
  const theme = await findTheme(tx, tenantUuid, originOf);
  if (!theme) return undefined;
  const { senderName, replyTo, isConfirmed } = await findMailSettings(tx, tenantUuid);
  const fromName = (senderName ?? theme.tenantName).replace(/\p{Cc}+/gu, ' ');
  return {
    theme,
    sender: {
      tenantUuid,
      fromName,
      ...(replyTo && isConfirmed ? { replyTo: { name: fromName, address: replyTo } } : {}),
    },
    origin: theme.origin,
    domain: (await domainOf(tx, tenantUuid)) ?? null,
  };
}
