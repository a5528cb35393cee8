import type { Session } from './session.ts';

/** Says who asks, and in which firm: the own one, or that which a platform administrator has entered. */
export type Asker = { session: Session; tenantUuid: string };

/** Returns the headers by which the API knows who asks. */
export function headersOf({ session: { accessToken, user }, tenantUuid }: Asker) {
  return {
    authorization: `Bearer ${accessToken}`,
    'x-tenant-uuid': tenantUuid,
    'x-user-id': user.userUuid,
    'x-user-email': user.email,
    'x-user-type': user.userType,
  };
}
