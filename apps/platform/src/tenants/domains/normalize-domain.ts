import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { getPublicSuffix } from 'tldts';

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns the one form of a domain name: lower-case, in punycode (UTS 46), without a trailing dot.
 * Undefined for what is no name somebody can own: an address, a URL, a port, a bare public suffix.
 */
export function normalizeDomain(text: string): string | undefined {
  const name = text.trim().replace(/\.$/, '');
  if (!name || /[\s/\\:@?#[\]%]/.test(name)) return undefined;
  const ascii = domainToASCII(name);
  const labels = ascii.split('.');
  const wellFormed =
    ascii.length <= 253 && labels.length > 1 && labels.every((each) => label.test(each));
  if (!wellFormed || isIP(ascii) || /^\d+$/.test(labels.at(-1) ?? '')) return undefined;
  return getPublicSuffix(ascii, { allowPrivateDomains: true }) === ascii ? undefined : ascii;
}
