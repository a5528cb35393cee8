import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { namesThisMachine } from '../http/public-addresses.ts';

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
