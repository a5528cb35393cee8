import { useSyncExternalStore } from 'react';
import { getSession, type User } from './session.ts';
import { tabStorage } from './storage.ts';

/** The tenant that a platform administrator has entered: it lasts as long as this tab and this person. */
export type EnteredTenant = {
  tenantUuid: string;
  name: string;
  /** True while it is off: its steps are what the way back leads to, and its mails wait. */
  isBeingPrepared?: boolean;
  /** The name of the step that was opened last, which the next one follows. */
  step?: string;
};

const key = () => `draft:${getSession()?.user.userUuid}:entered-tenant`;

const read = () => tabStorage.get(key()) ?? undefined;
const parse = (text: string | undefined) =>
  text ? (JSON.parse(text) as EnteredTenant) : undefined;

export const enteredTenantOf = (): EnteredTenant | undefined => parse(read());

const listeners = new Set<() => void>();
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the firm that was entered, and again when that, or what is known of it, changes. */
export const useEnteredTenant = () => parse(useSyncExternalStore(listen, read));

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
  for (const listener of listeners) listener();
}

/** Leaves a tenant that is there no more, if it was entered: the page begins anew outside of it. */
export function leaveRemoved(tenantUuid: string, address: string) {
  if (enteredTenant() !== tenantUuid) return false;
  enterTenant(undefined);
  location.assign(address);
  return true;
}
