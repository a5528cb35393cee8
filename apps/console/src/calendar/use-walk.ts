import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Lets the meetings of a grid be walked by arrows: up and down within a day, to the sides to the nearest
 * hour of the next day that has one, Home and End to the first and the last of the day. The grid is one
 * stop of Tab: where one was last, else the first of today, else the first.
 */
export function useWalk(place: RefObject<HTMLElement | null>) {
  const last = useRef<string>(undefined);
  const blocks = () => [...(place.current?.querySelectorAll<HTMLElement>('[data-meeting]') ?? [])];
  // After each drawing: what is drawn anew has no stop yet.
  useEffect(() => stopAt(blocks(), last.current));
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (!target.dataset.meeting) return;
      last.current = keyOf(target);
      stopAt(blocks(), last.current);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, key } = event;
      if (!(target instanceof HTMLElement) || !target.dataset.meeting) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const next = nextOf(blocks(), target, key);
      if (next === undefined) return;
      // An arrow at the edge is the grid's too: it does not lead to another week.
      event.preventDefault();
      next?.focus();
    },
  };
}

/** A meeting over midnight is drawn on each of its days. */
const keyOf = ({ dataset }: HTMLElement) => `${dataset.day} ${dataset.meeting}`;

function stopAt(all: readonly HTMLElement[], last: string | undefined) {
  const stop =
    all.find((each) => keyOf(each) === last) ??
    all.find((each) => each.closest('[data-today]')) ??
    all[0];
  for (const each of all) each.tabIndex = each === stop ? 0 : -1;
}

/** Returns the block that a key leads to, null where there is none that way; undefined for another key. */
function nextOf(all: readonly HTMLElement[], from: HTMLElement, key: string) {
  const days = Map.groupBy(all, ({ dataset }) => dataset.day ?? '');
  const own = days.get(from.dataset.day ?? '') ?? [];
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (step) return own[own.indexOf(from) + step] ?? null;
  if (key === 'Home') return own[0] ?? null;
  if (key === 'End') return own.at(-1) ?? null;
  const side = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!side) return undefined;
  const names = [...days.keys()].sort();
  const beside = days.get(names[names.indexOf(from.dataset.day ?? '') + side] ?? '');
  return beside ? nearest(beside, from) : null;
}

const minuteOf = ({ dataset }: HTMLElement) => Number(dataset.minute ?? 0);
const nearest = (all: readonly HTMLElement[], from: HTMLElement) =>
  all.reduce((best, each) => (apart(each, from) < apart(best, from) ? each : best));
const apart = (one: HTMLElement, other: HTMLElement) => Math.abs(minuteOf(one) - minuteOf(other));
