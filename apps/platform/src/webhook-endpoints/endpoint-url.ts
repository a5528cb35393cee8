import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { namesThisMachine } from '../http/public-addresses.ts';

type Stated = { url?: string | undefined; delivery?: 'PUSH' | 'POLL' | undefined };

/** Checks that a new endpoint has an address that may be sent to, or none if it is read. Throws VALIDATION_FAILED. */
export function checkTarget({ url, delivery }: Stated, allowsPrivate: boolean): void {
  if (delivery !== 'POLL' && url === undefined)
    throw invalid(fieldError('url', 'REQUIRED', 'is required where messages are sent'));
  if (delivery === 'POLL' && url !== undefined) throw noUrl();
  if (url !== undefined) checkUrl(url, allowsPrivate);
}

/** Returns the 400 for the address of an endpoint that is read. */
export const noUrl = () =>
  invalid(fieldError('url', 'NOT_ALLOWED', 'must not be stated where messages are read'));

/**
 * Checks the address of an endpoint: https without a user or a password; where private addresses are
 * allowed, http to this machine too. Throws VALIDATION_FAILED naming `url`.
 */
export function checkUrl(text: string, allowsPrivate: boolean): void {
  const url = /^https?:\/\//i.test(text) && !/\s/.test(text) ? URL.parse(text) : null;
  if (!url) throw invalid(fieldError('url', 'INVALID_FORMAT', 'must be an https address'));
  if (url.username || url.password)
    throw invalid(fieldError('url', 'HAS_CREDENTIALS', 'must have no user and no password'));
  if (url.protocol === 'https:' || (allowsPrivate && namesThisMachine(url.hostname))) return;
  throw invalid(fieldError('url', 'NOT_HTTPS', 'must begin with https://'));
}
