import { type RefObject, useEffect, useRef } from 'react';
import { field, headingOf } from './focus.ts';

/** Says whether the focus may go to a place: nothing elsewhere has it. */
function isFree(place: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement === document.body || (place?.contains(activeElement) ?? false);
}

/**
 * Moves the focus along with what opens in its own place: to its first field, else to its heading, and back
 * to the button marked `data-opens` once it has closed; not away from what somebody went to meanwhile.
 */
export function useFocusInPlace<E extends HTMLElement>(isOpen: boolean): RefObject<E | null> {
  const place = useRef<E>(null);
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current === isOpen) return;
    was.current = isOpen;
    if (!isFree(place.current)) return;
    const find = (what: string) => place.current?.querySelector<HTMLElement>(what);
    if (isOpen) {
      (find(field) ?? headingOf(place.current))?.focus({ preventScroll: true });
      // What opens below the fold is brought up.
      place.current?.scrollIntoView({ block: 'nearest' });
    } else find('[data-opens]')?.focus({ preventScroll: true });
  }, [isOpen]);
  return place;
}

/** Puts the focus on a part of what begins anew in its place, each time that it does; not away from a field in which somebody types on. */
export function useFocusAnew<E extends HTMLElement>(
  round: number,
  part: string,
): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    const isTyping = document.activeElement?.matches(field) ?? false;
    if (round > 0 && !isTyping && isFree(place.current))
      place.current?.querySelector<HTMLElement>(part)?.focus({ preventScroll: true });
  }, [round, part]);
  return place;
}
