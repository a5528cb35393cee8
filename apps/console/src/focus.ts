let last: HTMLElement | undefined;

/** Follows what has the focus from the start: what opens may come only once its opener has gone. */
export function startFocus() {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    // An item of a menu is gone with its menu: the button that opened the menu stays.
    const menu = target.closest('[role="menu"]');
    last = (menu && document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`)) ?? target;
  });
}

/** Returns what had the focus last. */
export const lastFocused = () => last;

/** Gives the focus back once what had it has closed: to what opened that, else to the heading of the page. */
export function giveFocusBack(opener: HTMLElement | undefined) {
  setTimeout(() => {
    const now = document.activeElement;
    if (now && now !== document.body && !now.closest('[aria-modal="true"]')) return;
    // Below what closes another layer may lie open.
    const under = [...document.querySelectorAll('[aria-modal="true"]')].findLast(
      (each) => !each.contains(now),
    );
    const isThere = opener?.isConnected && opener.checkVisibility() && opener !== document.body;
    const heading = (under ?? document).querySelector<HTMLElement>('h1, h2[tabindex]');
    (isThere ? opener : heading)?.focus({ preventScroll: true });
  });
}

/** The fields with which a part may begin. */
export const field = 'input:not([type="hidden"]), textarea, select';

/**
 * Marks where the focus goes in a layer as it opens, unless that is stated: to the field with which its content
 * begins, else to its heading. A field that opens a list of its own is no beginning.
 */
export function markFirst(content: HTMLElement | null) {
  const layer = content?.closest<HTMLElement>('[role="dialog"]');
  if (!content || !layer || layer.querySelector('[data-autofocus]')) return;
  const first = content.querySelector<HTMLElement>(`${field}, a[href], button, [tabindex="0"]`);
  const isField = first?.matches(`:is(${field}):enabled:not([aria-haspopup])`);
  (isField ? first : headingOf(layer))?.setAttribute('data-autofocus', 'true');
}

/** Returns the heading of a part, ready for the focus. */
export function headingOf(part: HTMLElement | null): HTMLElement | null | undefined {
  const heading = part?.querySelector<HTMLElement>('h1, h2, h3');
  heading?.setAttribute('tabindex', '-1');
  return heading;
}
