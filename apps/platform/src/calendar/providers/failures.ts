import { ProviderError, readRetryAfter } from './provider.ts';

const rateReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'ApplicationThrottled',
]);

type Refusal = {
  status: number;
  /** The provider's own word for it: A's `errors[].reason`, B's `error.code`. */
  reason: string | undefined;
  retryAfter: string | null | undefined;
};

/**
 * What a provider's refusal means for us. A 403 is a rate limit when its reason says so
 * (https://developers.google.com/workspace/calendar/api/guides/errors); 410 tells of an event
 * here, listings read it as an old token themselves.
 */
export function toProviderError({ status, reason, retryAfter }: Refusal): ProviderError {
  const facts = { status, providerCode: reason, retryAfterMs: readRetryAfter(retryAfter) };
  if (status === 429 || (status === 403 && reason && rateReasons.has(reason)))
    return new ProviderError('RETRY', 'RATE_LIMITED', facts);
  if (status >= 500 || status === 408)
    return new ProviderError('RETRY', 'PROVIDER_UNAVAILABLE', facts);
  if (status === 401) return new ProviderError('RETRY', 'TOKEN_REFUSED', facts);
  if (status === 404 || status === 410) return new ProviderError('GONE', 'EVENT_GONE', facts);
  if (status === 412) return new ProviderError('CONFLICT', 'CHANGED_MEANWHILE', facts);
  if (status === 403) return new ProviderError('PERMANENT', 'PROVIDER_FORBIDS', facts);
  return new ProviderError('PERMANENT', 'PROVIDER_REJECTED', facts);
}

/** The provider could not be reached, or did not answer in time. */
export function unreachable(cause: unknown): ProviderError {
  return new ProviderError('RETRY', 'PROVIDER_UNREACHABLE', { cause });
}
