/** A guest from outside as typed: the address, and the name where one stands with it. */
export type TypedGuest = { email: string; name: string };

const isEmail = (text: string) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text);

/**
 * Returns the guests of a text that is nothing but addresses: `Name <address>` (RFC 5322, section 3.4),
 * `mailto:` (RFC 6068), a list of them. Signs that are not seen are taken off. Undefined for another text.
 */
export function guestsOf(text: string): TypedGuest[] | undefined {
  const parts = text
    .replace(/\p{Cf}/gu, '')
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const guests = parts.flatMap((part): TypedGuest[] => {
    const [, named = '', within = part] = /^(.*?)\s*<([^<>]+)>$/.exec(part) ?? [];
    const email = within
      .replace(/^mailto:/i, '')
      .replace(/\?.*$/, '')
      .trim();
    const name = named.replace(/^"(.*)"$/, '$1').trim();
    return isEmail(email) ? [{ email, name: name || email }] : [];
  });
  return parts.length > 0 && guests.length === parts.length ? guests : undefined;
}
