import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** Keeps how far each entry of the history was scrolled. The router's own way writes it into sessionStorage. */
const places = new Map<string, number>();

const keyOf = ({ state, href }: ParsedLocation) => state.__TSR_key ?? href;

/** Begins another page at its top, and shows one that was left before where it was left. */
export function keepScroll(router: AnyRouter) {
  history.scrollRestoration = 'manual';
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) places.set(keyOf(fromLocation), scrollY);
  });
  router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
    const before = places.get(keyOf(toLocation));
    if (before !== undefined || pathChanged) scrollTo(0, before ?? 0);
  });
}
