/** Every reason for which a sign-in at a firm’s provider is refused, as the sign-in page and the trail are told. */
export const ssoRefusals = [
  'SSO_STATE_INVALID',
  'SSO_PROVIDER_REFUSED',
  'SSO_PROVIDER_AWAY',
  'SSO_ANSWER_INVALID',
  'SSO_EMAIL_MISSING',
  'SSO_EMAIL_UNVERIFIED',
  'SSO_EMAIL_DOMAIN',
  'SSO_NO_ACCOUNT',
  'SSO_NOT_PROVED',
  'USER_INACTIVE',
  'TENANT_INACTIVE',
] as const;

export type SsoRefusal = (typeof ssoRefusals)[number];

/** A sign-in that ends at the sign-in page. */
export class RefusedSignIn extends Error {
  override name = 'RefusedSignIn';
  readonly reason: SsoRefusal;

  constructor(reason: SsoRefusal, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
