import { createPrivateKey } from 'node:crypto';
import type { readEnv } from '@atrium/kit/env.ts';
import { longestBounceName } from './bounces/bounce-addresses.ts';
import { addressOf, isMailAddress } from './headers.ts';

/** How mails are signed (RFC 6376), as nodemailer takes it. */
export type Dkim = { domainName: string; keySelector: string; privateKey: string };

type Env = ReturnType<typeof readEnv>;

const fewestBits = 1_024;
const domainForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;
const selectorForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Reads the settings of mail. */
export function readMail(env: Env) {
  const from = env.string('MAIL_FROM', 'Atrium <no-reply@atrium.local>');
  const inboundAddress = env.optional('INBOUND_MAIL_ADDRESS') ?? null;
  return {
    smtpUrl: env.optional('SMTP_URL'),
    from,
    inboundAddress,
    inboundSecret: env.optional('INBOUND_MAIL_SECRET') ?? null,
    bounceAddress: readBounceAddress(env) ?? inboundAddress,
    dkim: readDkim(env, from),
    perFirmAndDay: env.int('MAILS_PER_FIRM_AND_DAY', 2_000, { min: 1 }),
  };
}

function readBounceAddress(env: Env): string | undefined {
  const address = env.optional('BOUNCE_MAIL_ADDRESS');
  const isUsable =
    !address || (isMailAddress(address) && address.lastIndexOf('@') <= longestBounceName);
  if (!isUsable)
    env.fault(
      `BOUNCE_MAIL_ADDRESS must be one address with at most ${longestBounceName} signs before the @`,
      undefined,
    );
  return address;
}

/** Reads the three settings of the signature, which are stated together or not at all. */
function readDkim(env: Env, from: string): Dkim | null {
  const domainName = env.optional('DKIM_DOMAIN');
  const keySelector = env.optional('DKIM_SELECTOR');
  // On one line, as files of settings have it, or on several.
  const privateKey = env.optional('DKIM_PRIVATE_KEY')?.replaceAll('\\n', '\n');
  if (!domainName && !keySelector && !privateKey) return null;
  if (!domainName || !keySelector || !privateKey)
    return env.fault('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together', null);
  if (!domainForm.test(domainName)) return env.fault('DKIM_DOMAIN must be a domain', null);
  if (!selectorForm.test(keySelector)) return env.fault('DKIM_SELECTOR must be a DNS name', null);
  const sender = `.${addressOf(from).split('@').at(-1)?.toLowerCase()}`;
  if (!sender.endsWith(`.${domainName.toLowerCase()}`))
    return env.fault('DKIM_DOMAIN must be the domain of MAIL_FROM, or one above it', null);
  if (!isSigningKey(privateKey))
    return env.fault(
      `DKIM_PRIVATE_KEY must be an RSA key of ${fewestBits} bits or more, as PEM`,
      null,
    );
  return { domainName, keySelector, privateKey };
}

function isSigningKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBits;
  } catch {
    return false;
  }
}
