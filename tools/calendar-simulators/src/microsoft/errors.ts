import { randomUUID } from 'node:crypto';
import type { Fault } from '../core/faults.ts';
import { Refusal } from '../core/refusal.ts';

// Statuses and codes: https://learn.microsoft.com/graph/errors and, for Outlook's own words, the
// answers quoted throughout https://github.com/microsoftgraph/microsoft-graph-docs
const known: Record<number, [code: string, message: string]> = {
  400: ['BadRequest', 'The request is malformed.'],
  401: ['InvalidAuthenticationToken', 'Access token has expired or is not yet valid.'],
  403: ['ErrorAccessDenied', 'Access is denied. Check credentials and try again.'],
  404: ['ErrorItemNotFound', 'The specified object was not found in the store.'],
  410: ['syncStateNotFound', 'The sync state generation is not found.'],
  412: [
    'ErrorIrresolvableConflict',
    'The send or update operation could not be performed because the change key passed in the request does not match the current change key for the item.',
  ],
  429: ['ApplicationThrottled', 'Application is over its MailboxConcurrency limit.'],
  500: ['generalException', 'An internal server error occurred.'],
  503: ['serviceNotAvailable', 'The service is temporarily unavailable.'],
  504: ['UnknownError', 'The request timed out.'],
};

export function refusal(status: number, fault?: Fault): Refusal {
  const [usual, message] = known[status] ?? ['UnknownError', 'Something went wrong.'];
  const code = fault?.code ?? usual;
  const headers = fault?.retryAfterSeconds
    ? { 'retry-after': String(fault.retryAfterSeconds) }
    : undefined;
  return new Refusal(status, code, message, headers ? { headers } : {});
}

/** A path that is no resource is a malformed request to Microsoft Graph. */
export const unknownRoute = {
  status: 400,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify({
    error: { code: 'BadRequest', message: 'Resource not found for the segment.' },
  }),
};

export function invalid(message: string, code = 'ErrorInvalidRequest'): Refusal {
  return new Refusal(400, code, message);
}

/** The error body of Microsoft Graph. */
export function body({ reason, message }: Refusal) {
  const id = randomUUID();
  const date = new Date().toISOString().slice(0, 19);
  return {
    error: {
      code: reason,
      message,
      innerError: { date, 'request-id': id, 'client-request-id': id },
    },
  };
}
