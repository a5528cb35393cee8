import { createPublicKey } from 'node:crypto';
import { addressOf } from '../mail/headers.ts';
import type { Dkim } from '../mail/mail-settings.ts';
import {
  type Check,
  codeOf,
  type Found,
  fail,
  gravest,
  type Means,
  ok,
  skipped,
  warn,
} from './finding.ts';

type Dns = Means['dns'];

/** Looks at what other servers ask of whoever sends from MAIL_FROM: SPF, DKIM and DMARC. */
export const sender: Check = async ({ config, dns }) => {
  const { smtpUrl, from, dkim } = config.mail;
  if (!smtpUrl) return skipped('No mail is sent: SMTP_URL is not set');
  const domain = addressOf(from).split('@').at(-1)?.toLowerCase() ?? '';
  const found = [await spf(dns, domain), await dmarc(dns, domain), await signature(dns, dkim)];
  return gravest(found, ok(`${domain} has SPF, DKIM and DMARC`));
};

/** RFC 7208, section 3.2: one record, no more. */
async function spf(dns: Dns, domain: string): Promise<Found> {
  const records = await textsOf(dns, domain, /^v=spf1( |$)/i);
  if (!Array.isArray(records)) return records;
  if (records.length === 1) return ok('SPF');
  return fail(
    records.length === 0 ? `${domain} has no SPF record` : `${domain} has several SPF records`,
  );
}

/** RFC 7489, section 6.6.3: the record of the domain, else that of one above it. */
async function dmarc(dns: Dns, domain: string): Promise<Found> {
  const labels = domain.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) {
    const records = await textsOf(dns, `_dmarc.${labels.slice(at).join('.')}`, /^v=DMARC1( *;|$)/i);
    if (!Array.isArray(records)) return records;
    if (records.length > 0) return ok('DMARC');
  }
  return warn(`${domain} has no DMARC record`);
}

/** RFC 6376, section 3.6.1: the public key at the selector is the signing key's. */
async function signature(dns: Dns, dkim: Dkim | null): Promise<Found> {
  if (!dkim)
    return warn('Mails are not signed: set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY');
  const name = `${dkim.keySelector}._domainkey.${dkim.domainName}`;
  const records = await textsOf(dns, name, /(^|;)\s*p=/i);
  if (!Array.isArray(records)) return records;
  const [record] = records;
  if (record === undefined) return fail(`There is no DKIM record at ${name}`);
  const given = /(?:^|;)\s*p=([^;]*)/i.exec(record)?.[1]?.replaceAll(/\s/g, '');
  const own = createPublicKey(dkim.privateKey).export({ type: 'spki', format: 'der' });
  if (given === own.toString('base64')) return ok('DKIM');
  return fail(`The DKIM record at ${name} is not that of DKIM_PRIVATE_KEY`);
}

/** Returns the texts at a name that look as they should, or what is told where nobody answers for it. */
async function textsOf(dns: Dns, name: string, form: RegExp): Promise<string[] | Found> {
  try {
    const records = await dns.resolveTxt(name);
    return records.map((parts) => parts.join('')).filter((text) => form.test(text));
  } catch (error) {
    const code = codeOf(error);
    if (['ENODATA', 'ENOTFOUND'].includes(code)) return [];
    return warn(`Name servers do not answer for ${name} (${code})`);
  }
}
