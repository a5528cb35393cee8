import { type Catalogue, kitProblems, problemClass } from '@atrium/kit/problem.ts';
import kitTexts from '@atrium/kit/problem-texts.json' with { type: 'json' };
import { analyticsProblems } from '@atrium/questions/problems.ts';
import texts from './problem-texts.json' with { type: 'json' };

/** Every way a request can fail on the platform, beyond what each server has. */
export const catalogue = {
  ...kitProblems,
  WRONG_CREDENTIALS: { status: 401, title: 'The e-mail or the password is not right' },
  WRONG_PASSWORD: { status: 403, title: 'The password is not right' },
  WRONG_SECOND_FACTOR: { status: 401, title: 'The code or the passkey is not right' },
  SECOND_FACTOR_UNREADABLE: {
    status: 503,
    title: 'The secret of the authenticator app cannot be read: another factor still serves',
  },
  SEAL_UNREADABLE: {
    status: 503,
    title: 'What is kept encrypted cannot be read: the key that sealed it is not given',
  },
  CHALLENGE_INVALID: { status: 401, title: 'The challenge is not known, used or expired' },
  TOTP_NOT_PENDING: { status: 409, title: 'No new authenticator app waits for its first code' },
  NO_SECOND_FACTOR: { status: 409, title: 'There is no second factor to recover' },
  LAST_SECOND_FACTOR: {
    status: 409,
    title: 'The firm requires a second factor: the last one must stay',
  },
  SECOND_FACTOR_SETUP_REQUIRED: {
    status: 403,
    title: 'The firm requires a second factor, which must be set up first',
  },
  PROOF_REQUIRED: {
    status: 403,
    title: 'This needs a proof of who you are that is at most ten minutes old',
  },
  NO_PASSKEY: { status: 409, title: 'The person has no passkey for this host' },
  PASSKEY_TAKEN: {
    status: 409,
    title: 'The passkey is kept already',
    constraint: 'passkeys_taken',
  },
  TOO_MANY_PASSKEYS: { status: 409, title: 'A person keeps at most 20 passkeys' },
  PASSKEYS_NEED_A_NAME: {
    status: 409,
    title: 'Passkeys need a host with a name; this one is an IP address',
  },
  NETWORK_NOT_ALLOWED: {
    status: 403,
    title: 'The firm’s staff work from its own networks only, and this address is in none of them',
  },
  NETWORKS_LOCK_OUT: {
    status: 409,
    title: 'With these networks you would be locked out: your own address is in none of them',
  },
  ACCESS_NOT_APPROVED: {
    status: 403,
    title: 'The firm lets administrators of the platform in only when it has approved that',
  },
  ASSISTANTS_OFF: { status: 403, title: 'The firm has not let assistants in' },
  REFRESH_TOKEN_INVALID: { status: 401, title: 'The refresh token is not valid any more' },
  OTHER_PERSON: { status: 409, title: 'The session is another person’s' },
  PASSWORD_LINK_INVALID: { status: 400, title: 'The link is not valid, used or expired' },
  EMAIL_TAKEN: {
    status: 409,
    title: 'The e-mail is already used by another account',
    constraint: 'login_emails_taken',
    field: ['userEmail', 'primaryEmail'],
  },
  GROUP_NAME_TAKEN: {
    status: 409,
    title: 'Another group has this name',
    constraint: 'groups_name_taken',
    field: 'displayName',
  },
  BREAK_GLASS: {
    status: 409,
    title: 'The administrator is kept apart from the identity provider',
  },
  SCIM_FILTER_INVALID: { status: 400, title: 'The filter is not one that is offered' },
  SCIM_PATH_INVALID: { status: 400, title: 'The path names no attribute' },
  SCIM_NO_TARGET: { status: 400, title: 'The operation names nothing' },
  SCIM_SYNTAX_INVALID: { status: 400, title: 'The operation is not one of SCIM' },
  TENANT_CODE_TAKEN: {
    status: 409,
    title: 'The code is already used by another tenant',
    constraint: 'tenants_code_taken',
    field: 'code',
  },
  UNKNOWN_PARTNER: {
    status: 400,
    title: 'The partner does not exist',
    constraint: 'staff_members_partner_known',
    field: 'partnerUuid',
  },
  DOMAIN_TAKEN: {
    status: 409,
    title: 'The domain is already used by another tenant',
    constraint: ['tenant_domains_taken', 'sso_domains_taken'],
    field: 'domain',
  },
  ISSUER_UNREACHABLE: { status: 422, title: 'The identity provider does not answer' },
  ISSUER_INVALID: { status: 422, title: 'The identity provider cannot be used' },
  SSO_SIGN_IN_FIRST: {
    status: 409,
    title: 'Sign in by the identity provider first: then nobody is locked out by it',
  },
  SSO_REQUIRED: { status: 403, title: 'The firm signs in by its identity provider' },
  TOO_MANY_TOKENS: { status: 409, title: 'A person has 20 tokens at most' },
  TOO_MANY_CREDENTIALS: { status: 409, title: 'A tenant has 50 credentials at most' },
  TOO_MANY_ENDPOINTS: { status: 409, title: 'A tenant has 20 webhook endpoints at most' },
  HANDED_OUT: {
    status: 409,
    title: 'The message was handed out: reading behind the one before it gives it again',
  },
  ENDPOINT_INACTIVE: { status: 409, title: 'Nothing is sent to an endpoint that is not active' },
  PLATFORM_TENANT: { status: 409, title: 'The platform’s own tenant cannot be deleted' },
  PURGE_BEGUN: { status: 409, title: 'The tenant is being removed for good' },
  PARTNER_HAS_STAFF: { status: 409, title: 'Somebody still works for the partner' },
  LAST_TENANT_ADMIN: { status: 409, title: 'The last active tenant administrator must stay' },
  LAST_PLATFORM_ADMIN: { status: 409, title: 'The last administrator of the platform must stay' },
  UPLOAD_LINK_INVALID: {
    status: 403,
    title: 'The upload URL is not valid, or its time has passed',
  },
  UPLOAD_TICKET_INVALID: {
    status: 400,
    title: 'The upload was confirmed before, or its time has passed',
  },
  STALE_BRANDING_SESSION: { status: 400, title: 'Somebody else changed the branding in between' },
  MIXED_UPLOAD_SESSIONS: { status: 400, title: 'The assets come from different upload sessions' },
  ASSET_NOT_UPLOADED: { status: 400, title: 'The asset was not uploaded' },
  ASSET_REJECTED: { status: 400, title: 'The file is not what it should be' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'The Idempotency-Key was used with another request',
  },
  IDEMPOTENCY_IN_FLIGHT: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
  },
  PRIMARY_EMAIL_REQUIRED: { status: 400, title: 'The contact has no primary e-mail yet' },
  LOGIN_NEEDS_EMAIL: {
    status: 409,
    title: 'The contact signs in with the primary e-mail: it can change but not go',
  },
  IMPORT_OVER: { status: 409, title: 'The import is over' },
  IMPORT_NOT_RECEIVED: { status: 409, title: 'The file of the import is still being received' },
  ROW_NOT_REFUSED: { status: 409, title: 'The row is not refused, or no longer' },
  BOTH_HAVE_LOGIN: {
    status: 409,
    title: 'Both contacts have a login: one of them must be deleted first',
  },
  CONTACT_INACTIVE: { status: 409, title: 'The contact is not active' },
  UNKNOWN_RELATIONSHIP_MANAGER: {
    status: 400,
    title: 'The relationship manager does not exist',
    constraint: 'households_manager_known',
    field: 'relationshipManagerUuid',
  },
  NOT_DELETED: { status: 409, title: 'The record is not deleted' },
  ALREADY_A_MEMBER: {
    status: 409,
    title: 'The contact or organisation is a member of the household already',
    constraint: ['household_members_contact_once', 'household_members_organisation_once'],
  },
  MEETING_CANCELED: { status: 409, title: 'The meeting is canceled' },
  MEETING_ACTIVE: { status: 409, title: 'Only a canceled meeting can be taken out of view' },
  RSVP_LINK_INVALID: { status: 403, title: 'The link to the invitation is not valid' },
  ANSWER_CONFIRMED: {
    status: 409,
    title: 'The answer was given with the mailed link or by signing in, and changes only that way',
  },
  ORIGIN_REFUSED: { status: 403, title: 'The request comes from a page of another site' },
  MEETING_OVER: { status: 409, title: 'The meeting is over' },
  EXTERNALLY_ORGANIZED: {
    status: 409,
    title: 'The meeting is organised elsewhere and can only be changed there',
  },
  SYNC_NOT_RETRYABLE: { status: 409, title: 'There is no failed sync that could be tried again' },
  PRECONDITION_FAILED: { status: 412, title: 'Somebody else changed the record in between' },
  NOTHING_SUSPENDED: { status: 409, title: 'No calendar changes wait for a decision' },
  PROVIDER_NOT_CONFIGURED: {
    status: 409,
    title: 'The calendar provider is not configured on this platform',
  },
  CONSENT_INVALID: { status: 400, title: 'The consent is not valid, used or expired' },
  CALENDAR_NOT_CONNECTED: { status: 409, title: 'No calendar is connected' },
  CALENDAR_PERMISSIONS_MISSING: {
    status: 409,
    title: 'The provider was not allowed to share all that the calendar needs',
  },
  UNKNOWN_CHANNEL: { status: 403, title: 'The channel is not known' },
  TOO_MANY_CHANGE_REQUESTS: {
    status: 409,
    title: 'Twenty changes that were asked for are still open',
  },
  TOO_MANY_VIEWS: { status: 409, title: 'A person keeps 100 views at most' },
  NO_CREDENTIALS: { status: 409, title: 'The contact has no login yet' },
} as const satisfies Catalogue;

/** Every problem that an answer of the platform may tell: its own, and those that analytics answers through it. */
export const toldProblems = { ...catalogue, ...analyticsProblems } as const;

/** What brings each problem about, and what its reader can do. A problem without is an error of types. */
export const problemTexts: Readonly<
  Record<keyof typeof toldProblems, { cause: string; mend: string }>
> = { ...kitTexts, ...texts };

/** `throw new Problem('EMAIL_TAKEN', detail)` anywhere; the error handler answers it. */
export class Problem extends problemClass(catalogue) {}

/** Returns the 404 for a record that does not exist or belongs to another tenant: the two look alike. */
export function notFound(what: string): Problem {
  return new Problem('NOT_FOUND', `There is no such ${what}`);
}

/** Returns the record that a query finds. Throws NOT_FOUND when there is none. */
export async function orNotFound<T>(found: Promise<T | undefined>, what: string): Promise<T> {
  const record = await found;
  if (record === undefined) throw notFound(what);
  return record;
}

/**
 * Returns the problem that a function of the database raised, such as `enter_tenant`, with SQLSTATE AT000 and
 * the problem's code as its message. Any other error is returned as it is.
 */
export function asProblem(error: unknown): unknown {
  const { code, message } = error as { [key: string]: string | undefined };
  if (code === 'AT000') return new Problem(message as keyof typeof catalogue);
  return error;
}
