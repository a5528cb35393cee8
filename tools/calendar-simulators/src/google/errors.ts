import type { Fault } from '../core/faults.ts';
import { Refusal } from '../core/refusal.ts';

// Statuses, reasons and sentences as in
// https://developers.google.com/workspace/calendar/api/guides/errors
const known: Record<number, [reason: string, message: string]> = {
  400: ['badRequest', 'Bad Request'],
  401: ['authError', 'Invalid Credentials'],
  403: ['insufficientPermissions', 'Request had insufficient authentication scopes.'],
  404: ['notFound', 'Not Found'],
  409: ['duplicate', 'The requested identifier already exists.'],
  410: ['deleted', 'Resource has been deleted'],
  412: ['conditionNotMet', 'Precondition Failed'],
  429: ['rateLimitExceeded', 'Rate Limit Exceeded'],
  500: ['backendError', 'Backend Error'],
  503: ['backendError', 'Service Unavailable'],
};

/** The refusal for a status; a fault brings its Retry-After and, at 403, means a rate limit. */
export function refusal(status: number, fault?: Fault): Refusal {
  const headers = fault?.retryAfterSeconds
    ? { 'retry-after': String(fault.retryAfterSeconds) }
    : undefined;
  const [reason, message] =
    fault?.code !== undefined
      ? [fault.code, known[status]?.[1] ?? 'Refused']
      : fault?.kind === 'rate-limit' && status === 403
        ? ['rateLimitExceeded', 'Rate Limit Exceeded']
        : (known[status] ?? ['backendError', 'Backend Error']);
  return new Refusal(status, reason, message, headers ? { headers } : {});
}

/** Says what the service's front answers to a path that is no method of its APIs: a page, not JSON. */
export const unknownRoute = {
  status: 404,
  type: 'text/html; charset=UTF-8',
  text: '<!DOCTYPE html><html lang=en><title>Error 404 (Not Found)!!1</title><p><b>404.</b> That’s an error.',
};

/** A 400 that names the parameter at fault. */
export function invalid(message: string, location?: string, reason = 'invalid'): Refusal {
  return new Refusal(400, reason, message, location ? { location } : {});
}

/** The list must be fetched anew, without a sync token. */
export function fullSyncRequired(): Refusal {
  const message = 'Sync token is no longer valid, a full sync is required.';
  return new Refusal(410, 'fullSyncRequired', message, { location: 'syncToken' });
}

const domains: Record<string, string> = {
  rateLimitExceeded: 'usageLimits',
  userRateLimitExceeded: 'usageLimits',
  quotaExceeded: 'usageLimits',
  fullSyncRequired: 'calendar',
  timeRangeEmpty: 'calendar',
  forbiddenForNonOrganizer: 'calendar',
};

/** The error body of Google's JSON APIs. */
export function body(refused: Refusal) {
  const { reason, message, status, location } = refused;
  const locationType =
    reason === 'authError' || reason === 'conditionNotMet' ? 'header' : 'parameter';
  const at =
    reason === 'authError' ? 'Authorization' : reason === 'conditionNotMet' ? 'If-Match' : location;
  const detail = { domain: domains[reason] ?? 'global', reason, message };
  return {
    error: {
      errors: [at ? { ...detail, locationType, location: at } : detail],
      code: status,
      message,
    },
  };
}
