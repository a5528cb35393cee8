import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';

/** Returns an address in the form in which addresses are compared; null for what is none. */
export function plainAddress(text: string | null | undefined): string | null {
  // Quotes about a local part that needs none say nothing (RFC 5321, section 4.1.2).
  const address = (text?.trim() ?? '').replace(/^"([\w.!#$%&'*+/=?^`{|}~-]+)"(?=@)/, '$1');
  return /^[^\s<>]+@[^\s<>@]+$/.test(address) ? plainEmail(address.replace(/\.$/, '')) : null;
}

/**
 * Returns the address that a calendar address names (RFC 5545, section 3.3.3): that of a `mailto:` URI,
 * decoded (RFC 6068); else the parameter EMAIL (RFC 7986, section 6.2), where the value is an
 * identifier that only its own server understands. Null where there is neither.
 */
export function readCalendarAddress(value: string, email?: string): string | null {
  const text = value.trim().replace(/^"(.*)"$/s, '$1');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'mailto') return mailbox(decode(text.slice(7))) ?? mailbox(email ?? '');
  // Some programs leave the scheme out.
  const bare = scheme === undefined && !text.startsWith('/') ? mailbox(text) : null;
  return bare ?? mailbox((email ?? '').replace(/^mailto:/i, ''));
}

/** Returns the address of `Ana <ana@example.com>` or of the address alone. */
const mailbox = (text: string) => plainAddress(/<([^<>]*)>/.exec(text)?.[1] ?? text);

/** Returns the first address of a `mailto:` URI, without its headers; other escapes stay as they are. */
function decode(path: string): string {
  const [addresses = ''] = path.replace(/^\/\//, '').split('?');
  const [first = ''] = addresses.split(',').filter((each) => each.trim() !== '');
  try {
    return decodeURIComponent(first);
  } catch {
    return first;
  }
}
