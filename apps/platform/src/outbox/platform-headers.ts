import type { TokenIssuer } from '../auth/token-issuer.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';

// No account bears it: the platform signs for itself, and only analytics reads it.
const platformUser = '00000000-0000-4000-8000-000000000002';
const platformEmail = 'outbox@platform.local';
const renewMs = 120_000;

/** Returns the headers with which the platform calls analytics for itself; the token is renewed in time. */
export function platformHeaders(issuer: Pick<TokenIssuer, 'issueForPlatform'>) {
  let token: Promise<string> | undefined;
  let madeAt = 0;
  return async (): Promise<Record<string, string>> => {
    if (!token || Date.now() - madeAt > renewMs) {
      token = issuer.issueForPlatform(platformTenantUuid, platformUser, platformEmail);
      madeAt = Date.now();
      // One that could not be made is asked for again by the next call.
      token.catch(() => {
        token = undefined;
      });
    }
    return {
      authorization: `Bearer ${await token}`,
      'x-tenant-uuid': platformTenantUuid,
      'x-user-id': platformUser,
      'x-user-email': platformEmail,
      'x-user-type': 'SYSTEM_ADMIN',
    };
  };
}
