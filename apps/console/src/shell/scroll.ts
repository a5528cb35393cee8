import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** Keeps how far each entry of the history was scrolled. The router's own way writes it into sessionStorage. */
const places = new Map<string, number>();

const keyOf = ({ state, href }: ParsedLocation) => state.__TSR_key ?? href;
/** Where the page was left before it was loaded; the router writes the entry anew when it begins. */
let left = Number((history.state as { scrolled?: number } | null)?.scrolled) || undefined;
/** A page has its height again after so long at most, in milliseconds. */
const longestMs = 10_000;

/**
 * Begins another page at its top, and shows one that was left before where it was left: also after a reload,
 * and on the way back from another address.
 */
export function keepScroll(router: AnyRouter) {
  history.scrollRestoration = 'manual';
  // The router would take a change of the entry for a way of its own.
  const keep = (scrolled: number) =>
    History.prototype.replaceState.call(history, { ...history.state, scrolled }, '');
  // A page that goes away writes nothing any more: it is noted before.
  for (const name of ['beforeunload', 'scrollend']) addEventListener(name, () => keep(scrollY));
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) places.set(keyOf(fromLocation), scrollY);
  });
  router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
    const before = places.get(keyOf(toLocation)) ?? left;
    left = undefined;
    if (before !== undefined || pathChanged) scrollWhenHigh(before ?? 0);
  });
}

/** Scrolls once the page is high enough, unless the person has scrolled by then. */
function scrollWhenHigh(top: number) {
  scrollTo(0, top);
  if (scrollY >= top) return;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const name of ['wheel', 'touchmove', 'keydown'] as const) removeEventListener(name, stop);
  };
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY >= top) stop();
  });
  const timer = setTimeout(stop, longestMs);
  for (const name of ['wheel', 'touchmove', 'keydown'] as const) addEventListener(name, stop);
  observer.observe(document.body);
}
