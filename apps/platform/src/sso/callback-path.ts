/** Where providers send browsers back to, at each own host. */
export const callbackPath = '/api/auth/sso/callback';
