import { type Catalogue, kitProblems, problemClass } from '@atrium/kit/problem.ts';

/** Every way a request can fail on the platform, beyond what each server has. */
export const catalogue = {
  ...kitProblems,
  WRONG_CREDENTIALS: { status: 401, title: 'The e-mail or the password is not right' },
  REFRESH_TOKEN_INVALID: { status: 401, title: 'The refresh token is not valid any more' },
  PASSWORD_LINK_INVALID: { status: 400, title: 'The link is not valid, used or expired' },
  EMAIL_TAKEN: {
    status: 409,
    title: 'The e-mail is already used by another account',
    constraint: 'login_emails_taken',
  },
  TENANT_CODE_TAKEN: {
    status: 409,
    title: 'The code is already used by another tenant',
    constraint: 'tenants_code_taken',
  },
  UNKNOWN_PARTNER: {
    status: 400,
    title: 'The partner does not exist',
    constraint: 'staff_members_partner_known',
    field: 'partnerUuid',
  },
  PLATFORM_TENANT: { status: 409, title: 'The platform’s own tenant cannot be deleted' },
  LAST_TENANT_ADMIN: { status: 409, title: 'The last active tenant administrator must stay' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'The Idempotency-Key was used with another request',
  },
  IDEMPOTENCY_IN_FLIGHT: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
  },
  PRIMARY_EMAIL_REQUIRED: { status: 400, title: 'The contact has no primary e-mail yet' },
  NO_CREDENTIALS: { status: 409, title: 'The contact has no login yet' },
} as const satisfies Catalogue;

/** `throw new Problem('EMAIL_TAKEN', detail)` anywhere; the error handler answers it. */
export class Problem extends problemClass(catalogue) {}

/** The 404 for a record that does not exist or belongs to another tenant: the two look alike. */
export function notFound(what: string): Problem {
  return new Problem('NOT_FOUND', `There is no such ${what}`);
}
