import { ProviderError, readRetryAfter } from './provider.ts';

const rateReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'ApplicationThrottled',
]);

type Refusal = {
  status: number;
  /** The provider's own code: Google's `errors[].reason`, Microsoft's `error.code`. */
  reason: string | undefined;
  retryAfter: string | null | undefined;
  /** The provider says in its own words that this one event is not there. */
  isMissingEvent: boolean;
};

/**
 * Returns what a provider's refusal means here. A 403 is a rate limit when its reason says so
 * (https://developers.google.com/workspace/calendar/api/guides/errors). A 404 means that an event
 * is gone only in the provider's own words: a mailbox without a licence and a route that does not
 * exist are answered 404 as well.
 */
export function toProviderError(refusal: Refusal): ProviderError {
  const { status, reason, retryAfter, isMissingEvent } = refusal;
  const facts = { status, providerCode: reason, retryAfterMs: readRetryAfter(retryAfter) };
  if (status === 429 || (status === 403 && reason && rateReasons.has(reason)))
    return new ProviderError('RETRY', 'RATE_LIMITED', facts);
  if (isMissingEvent) return new ProviderError('GONE', 'EVENT_GONE', facts);
  if (status === 405 || status === 501 || (status === 404 && !reason))
    return new ProviderError('PERMANENT', 'NOT_SUPPORTED', facts);
  if (status === 404) return new ProviderError('RETRY', 'CALENDAR_NOT_FOUND', facts);
  if (status >= 500 || status === 408 || status === 410)
    return new ProviderError('RETRY', 'PROVIDER_UNAVAILABLE', facts);
  if (status === 401) return new ProviderError('RETRY', 'TOKEN_REFUSED', facts);
  if (status === 412) return new ProviderError('CONFLICT', 'CHANGED_MEANWHILE', facts);
  if (status === 403) return new ProviderError('PERMANENT', 'PROVIDER_FORBIDS', facts);
  return new ProviderError('PERMANENT', 'PROVIDER_REJECTED', facts);
}

/** Returns the error of a provider that could not be reached, or did not answer in time. */
export function unreachable(cause: unknown): ProviderError {
  return new ProviderError('RETRY', 'PROVIDER_UNREACHABLE', { cause });
}

/** Lets an error pass that says that the event is gone; throws any other. */
export function unlessGone(error: unknown): undefined {
  if (error instanceof ProviderError && error.kind === 'GONE') return undefined;
  throw error;
}

/** Lets a 404 pass whatever it says: a push channel that is not there needs no stopping. */
export function unlessNotFound(error: unknown): undefined {
  if (error instanceof ProviderError && error.status === 404) return undefined;
  throw error;
}

/** Lets an error pass that says that the provider has no such call; throws any other. */
export function unlessUnsupported(error: unknown): undefined {
  if (error instanceof ProviderError && error.code === 'NOT_SUPPORTED') return undefined;
  throw error;
}
