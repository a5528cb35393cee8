import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ProviderName } from '../../calendar-providers.ts';
import { createMacs, type KeyRing } from '../../database/key-ring.ts';

/** Says where a consent leads in the end: to pages of its own, or to the console's calendar settings. */
export type ReturnTo = 'PAGE' | 'CONSOLE';
/** The part of a state that is read without the database: the browser and origin that began. */
type ConsentState = { browserHash: Buffer; origin: string; returnTo: ReturnTo };

/**
 * Returns a new state (RFC 6749, section 10.12) for one consent: a random part, the hash of the
 * browser's cookie, the origin where it began and where it leads, signed for this provider.
 */
export function signState(
  secretKeys: KeyRing,
  provider: ProviderName,
  { browserHash, origin, returnTo }: ConsentState,
): string {
  const nonce = randomBytes(32).toString('base64url');
  const parts = [
    nonce,
    browserHash.toString('base64url'),
    Buffer.from(origin).toString('base64url'),
    returnTo,
  ];
  const signature = createMacs(secretKeys).make(signed(provider, parts));
  return [...parts, signature.toString('base64url')].join('.');
}

/** Returns what a state says, or undefined when it was not signed here for this provider. */
export function openState(
  secretKeys: KeyRing,
  provider: ProviderName,
  state: string,
): ConsentState | undefined {
  const [given = '', ...reversed] = state.split('.').reverse();
  const parts = reversed.reverse();
  const theirs = Buffer.from(given, 'base64url');
  // Other spellings of the same bytes are altered states, too.
  if (theirs.toString('base64url') !== given) return undefined;
  if (!createMacs(secretKeys).isOurs(theirs, signed(provider, parts))) return undefined;
  const [, browserHash = '', origin = '', returnTo] = parts;
  return {
    browserHash: Buffer.from(browserHash, 'base64url'),
    origin: Buffer.from(origin, 'base64url').toString(),
    returnTo: returnTo === 'CONSOLE' ? 'CONSOLE' : 'PAGE',
  };
}

/** Returns the hash by which a state or a browser's cookie is recognised. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Tells whether a cookie is that of the browser that began. */
export function isFromBrowser({ browserHash }: ConsentState, cookie: string | undefined): boolean {
  if (cookie === undefined || browserHash.length !== 32) return false;
  return timingSafeEqual(hashOf(cookie), browserHash);
}

const signed = (provider: string, parts: readonly string[]) =>
  `calendar state\n${provider}\n${parts.join('.')}`;
