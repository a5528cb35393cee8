import { getSession } from '../session.ts';
import { tabStorage } from '../storage.ts';
import { enteredTenant } from '../tenant.ts';

/** What is typed belongs to its person and to the firm that it was typed in. */
const keyOf = (name: string) => {
  const user = getSession()?.user;
  return `draft:${user?.userUuid}:${enteredTenant() ?? user?.tenantUuid}:${name}`;
};

/** Returns what was kept in this tab under a name, if anything. */
export function readDraft<V>(name: string | undefined): V | undefined {
  try {
    const text = name && tabStorage.get(keyOf(name));
    return text ? (JSON.parse(text) as V) : undefined;
  } catch {
    // It may be what another release wrote.
    return undefined;
  }
}

/** Keeps something in this tab, as long as the browser keeps anything. */
export function keepDraft(name: string | undefined, value: unknown): void {
  if (!name || !getSession()) return;
  tabStorage.set(keyOf(name), JSON.stringify(value));
}

export function clearDraft(name: string | undefined): void {
  if (name) tabStorage.remove(keyOf(name));
}

/** Holds what was typed into a form, from what it began, and the key that it was sent with. */
export type Draft<V> = {
  values: V;
  initial: V;
  version: number | undefined;
  /** Says when it was typed last, in milliseconds. */
  at: number;
  key: string;
  /** Holds what was sent last, as long as no answer to it came. */
  unanswered?: V | undefined;
};

/** Returns the draft of a form. */
export function readFormDraft<V>(name: string | undefined): Draft<V> | undefined {
  const draft = readDraft<Draft<V>>(name);
  return draft?.values && draft.initial && draft.key ? draft : undefined;
}

/** Returns whether something that was typed into a form is kept in this tab. */
export function holdsFormDraft(): boolean {
  const begin = keyOf('');
  return tabStorage
    .keys()
    .some((key) => key.startsWith(begin) && readFormDraft(key.slice(begin.length)) !== undefined);
}
