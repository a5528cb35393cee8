import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A key of the console: `n`, `g p` (one after the other), `mod+k`, `mod+Enter`, `Escape`. */
export type Key = {
  /** Empty for an act that has no key: the palette offers it. */
  keys: string;
  /** The word for the act, in the `?` sheet and the palette. */
  label: string;
  run: () => void;
  /** Says that it writes: the palette does not offer it without a network. */
  writes?: boolean;
  /** Says where the `?` sheet lists it. */
  group?: 'go' | 'page' | 'list';
};

let registered: readonly (readonly Key[])[] = [];
const listeners = new Set<() => void>();
let singleKeys = true;

function change(next: readonly (readonly Key[])[]) {
  registered = next;
  for (const listener of listeners) listener();
}

/** Switches the keys without Ctrl on or off, as the person prefers (WCAG 2.1.4). */
export function allowSingleKeys(isAllowed: boolean) {
  singleKeys = isAllowed;
}

/** Makes keys work while the part is shown. The list may be a new one at every render. */
export function useKeys(keys: readonly Key[]) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const signature = keys.map((key) => `${key.keys}|${key.label}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew when keys or words change; acts are read at the press.
  useEffect(() => {
    const live = keys.map((key, index) => ({ ...key, run: () => latest.current[index]?.run() }));
    change([...registered, live]);
    return () => change(registered.filter((each) => each !== live));
  }, [signature]);
}

type Act = Pick<Key, 'label' | 'run'> & {
  /** False of what is not allowed, and while it runs already. */
  isOpen: boolean;
  /** Says that it only leads elsewhere, as of an item of a menu: it needs no network. */
  isLocal?: boolean;
};

/** Makes the acts of the record at hand known to the palette: those that are open to who is here. */
export const useActs = (acts: readonly Act[]) =>
  useKeys(
    acts
      .filter(({ isOpen }) => isOpen)
      .map(({ label, run, isLocal }) => ({ keys: '', label, run, writes: !isLocal })),
  );

/** Returns the keys that work now, later ones first: the page's before the shell's. */
export function useKeyList(): readonly Key[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => registered,
  );
  return [...all].reverse().flat();
}

let first: { key: string; at: number } | undefined;
const isMac = navigator.userAgent.includes('Mac');
/** The name of the key that goes with others, as it is printed. */
export const modKey = isMac ? '⌘' : 'Ctrl';

const signs: Record<string, string> = {
  mod: modKey,
  Enter: '↵',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
};
/** Returns a key as it is printed. */
export const shownKey = (key: string) => signs[key] ?? key.toUpperCase();
/** Returns keys as they are printed, one beside the other: `G P`. */
export const shownKeys = (keys: string) => keys.split(/[ +]/).map(shownKey).join(' ');

/** Returns the sign of a key; where the layout has no Latin letter there, the letter that its place has. */
function letterOf({ key, code }: KeyboardEvent): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return (
    letter && /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key) ? letter : key
  ).toLowerCase();
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? letterOf(event) : event.key;
  return event.metaKey || event.ctrlKey ? `mod+${key}` : key;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  return target.matches('input') && !target.matches('[type=checkbox], [type=radio], [type=button]');
}

/** Returns whether what has the focus is changed by arrows itself, as one of several choices is. */
const ownsArrows = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input[type=radio], [role=tab], [role=slider], [role=gridcell]');

const isInDialog = () => document.querySelector('[aria-modal="true"]') !== null;
/** Returns whether a menu or a list of options lies open, which Esc closes first. */
const isMenuOpen = () =>
  document.querySelector(
    '[aria-haspopup][aria-expanded="true"], [role="menu"], [role="dialog"]',
  ) !== null;

const keyOf = (name: string) =>
  [...registered]
    .reverse()
    .flat()
    .find(({ keys }) => keys === name);

/** Listens to the keyboard of the page, once. */
export function startKeys() {
  // What Esc has closed is gone by the time the page hears of it: it is looked at before.
  let wasInDialog = false;
  let wasMenuOpen = false;
  addEventListener(
    'keydown',
    (event) => {
      wasInDialog = isInDialog();
      wasMenuOpen = isMenuOpen();
      // A select that has the focus would take it for its own Enter.
      if (event.isComposing || nameOf(event) !== 'mod+Enter' || !keyOf('mod+Enter')) return;
      event.preventDefault();
      event.stopPropagation();
      // It saves, once however long it is held: the button beside says why it cannot now.
      if (navigator.onLine && !event.repeat) keyOf('mod+Enter')?.run();
    },
    { capture: true },
  );
  document.addEventListener('keydown', (event) => {
    // What an input method composes is its own.
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const pressed = nameOf(event);
    const withMod = pressed.startsWith('mod+');
    if (pressed.startsWith('Arrow') && ownsArrows(event.target)) return;
    if (pressed === 'Escape' && wasMenuOpen) return;
    if (!withMod && (isTyping(event.target) || wasInDialog)) return;
    if (!withMod && pressed.length === 1 && !singleKeys) return;
    if (withMod && wasInDialog) return;
    const all = [...registered].reverse().flat();
    const pair =
      first && event.timeStamp - first.at < 1_200 ? `${first.key} ${pressed}` : undefined;
    first = undefined;
    const key = all.find(({ keys }) => keys === pair) ?? all.find(({ keys }) => keys === pressed);
    if (key) {
      event.preventDefault();
      key.run();
    } else if (all.some(({ keys }) => keys.startsWith(`${pressed} `))) {
      first = { key: pressed, at: event.timeStamp };
    }
  });
}
