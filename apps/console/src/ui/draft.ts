import { useEffect, useRef } from 'react';
import { getSession } from '../session.ts';
import { enteredTenant } from '../tenant.ts';

/** What is typed belongs to its person and to the firm that it was typed in. */
const keyOf = (name: string) => {
  const user = getSession()?.user;
  return `draft:${user?.userUuid}:${enteredTenant() ?? user?.tenantUuid}:${name}`;
};

/** Returns what was typed into a form before the page was left, if anything. */
export function readDraft<V>(name: string | undefined): V | undefined {
  const text = name && sessionStorage.getItem(keyOf(name));
  return text ? (JSON.parse(text) as V) : undefined;
}

/** Keeps something in this tab. */
export const keepDraft = (name: string, value: unknown) =>
  sessionStorage.setItem(keyOf(name), JSON.stringify(value));

export const clearDraft = (name: string | undefined) => {
  if (name) sessionStorage.removeItem(keyOf(name));
};

/** Keeps what is typed into a form until it is saved: a reload or an idle sign-out loses nothing. */
export function useDraft(name: string | undefined, values: unknown, isDirty: boolean) {
  const key = useRef(name && keyOf(name));
  useEffect(() => {
    if (key.current && isDirty) sessionStorage.setItem(key.current, JSON.stringify(values));
  }, [values, isDirty]);
}
