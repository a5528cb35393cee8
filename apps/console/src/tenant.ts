import { getSession, type User } from './session.ts';
import { tabStorage } from './storage.ts';

/** The tenant that a platform administrator has entered: it lasts as long as this tab and this person. */
export type EnteredTenant = {
  tenantUuid: string;
  name: string;
  /** True where this tab came from a step of its preparation, to which the way back leads. */
  isBeingPrepared?: boolean;
  /** The name of the step that was opened last, which the next one follows. */
  step?: string;
};

const key = () => `draft:${getSession()?.user.userUuid}:entered-tenant`;

export function enteredTenantOf(): EnteredTenant | undefined {
  const text = tabStorage.get(key());
  return text ? (JSON.parse(text) as EnteredTenant) : undefined;
}

/** Returns the firm that the person works in now: the one that was entered, else the own one. */
export const presentTenant = (): string => enteredTenant() ?? getSession()?.user.tenantUuid ?? '';

export const enteredTenant = (): string | undefined => enteredTenantOf()?.tenantUuid;

/** Returns whether somebody runs the platform and has entered no firm. */
export const isOutside = ({ userType }: Pick<User, 'userType'>): boolean =>
  userType === 'SYSTEM_ADMIN' && !enteredTenant();

/** Enters a tenant, or leaves it when none is given. */
export function enterTenant(tenant: EnteredTenant | undefined) {
  if (tenant) tabStorage.set(key(), JSON.stringify(tenant));
  else tabStorage.remove(key());
}

/** Leaves a tenant that is there no more, if it was entered: the page begins anew outside of it. */
export function leaveRemoved(tenantUuid: string, address: string) {
  if (enteredTenant() !== tenantUuid) return false;
  enterTenant(undefined);
  location.assign(address);
  return true;
}
