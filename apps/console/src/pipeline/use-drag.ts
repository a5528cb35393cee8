import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { nameOf } from '../records/person-name.ts';
import type { Person } from './column-after.ts';

export type Drag = ReturnType<typeof useDrag>;
type Options = {
  canDrag: boolean;
  drop: (person: Person, stage: string) => void;
};

/** A mouse drags once it has moved so far; a finger once it has rested so long, since one that moves at once scrolls. */
const [startPx, restMs] = [5, 300];
/** So near an edge the board scrolls, by so much at a time. */
const [edgePx, scrollPx] = [56, 10];

/** Lets cards be carried to another stage, by mouse, pen or finger. Esc, and what takes the pointer away, give up. */
export function useDrag({ canDrag, drop }: Options) {
  const board = useRef<HTMLElement>(null);
  /** What follows the pointer. */
  const ghost = useRef<HTMLDivElement>(null);
  const running = useRef<() => void>(undefined);
  const isLifted = useRef(false);
  const wasLifted = useRef(false);
  useEffect(() => () => running.current?.(), []);

  /** Lets a click open again what it is on: the click of a drag comes at once, a later one is of another wish. */
  const forget = () =>
    setTimeout(() => {
      wasLifted.current = false;
    });

  const begin = (event: PointerEvent<HTMLElement>, person: Person) => {
    wasLifted.current = false;
    if (!canDrag || !navigator.onLine || event.button !== 0 || !event.isPrimary) return;
    if ((event.target as Element).closest('button')) return;
    running.current?.();
    const card = event.currentTarget;
    const { clientX, clientY, pointerId } = event;
    const isFinger = event.pointerType !== 'mouse';
    let at = { x: clientX, y: clientY };
    let over: HTMLElement | undefined;
    let frame = 0;
    /** Shows where the card is, and the stage that would take it. */
    const show = () => {
      const found = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-stage]');
      const next = found && found.dataset.stage !== person.stageName ? found : undefined;
      if (next !== over) over?.removeAttribute('data-over');
      next?.setAttribute('data-over', 'true');
      over = next;
      if (ghost.current) ghost.current.style.translate = `${at.x}px ${at.y}px`;
    };
    const step = () => {
      scrollBeside(board.current, at);
      show();
      frame = requestAnimationFrame(step);
    };
    const lift = () => {
      isLifted.current = true;
      card.setAttribute('data-lifted', 'true');
      if (ghost.current) {
        ghost.current.textContent = nameOf(person);
        ghost.current.hidden = false;
      }
      step();
    };
    const timer = isFinger ? setTimeout(lift, restMs) : undefined;
    const follow = (next: globalThis.PointerEvent) => {
      if (next.pointerId !== pointerId) return;
      at = { x: next.clientX, y: next.clientY };
      if (isLifted.current) return show();
      if (Math.hypot(at.x - clientX, at.y - clientY) < startPx) return;
      if (isFinger) stop();
      else lift();
    };
    const stop = () => {
      running.current = undefined;
      isLifted.current = false;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      over?.removeAttribute('data-over');
      card.removeAttribute('data-lifted');
      if (ghost.current) ghost.current.hidden = true;
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', finish);
      removeEventListener('pointercancel', stop);
      removeEventListener('keydown', giveUp, { capture: true });
    };
    const finish = (last: globalThis.PointerEvent) => {
      if (last.pointerId !== pointerId) return;
      const stage = isLifted.current ? over?.dataset.stage : undefined;
      wasLifted.current = isLifted.current;
      forget();
      stop();
      if (stage) drop(person, stage);
    };
    const giveUp = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !isLifted.current) return;
      pressed.preventDefault();
      pressed.stopPropagation();
      stop();
      // The pointer is still held: where it lets go is no wish to open what lies there.
      wasLifted.current = true;
      addEventListener('pointerup', forget, { once: true });
    };
    running.current = stop;
    addEventListener('pointermove', follow);
    addEventListener('pointerup', finish);
    addEventListener('pointercancel', stop);
    addEventListener('keydown', giveUp, { capture: true });
  };
  /** Keeps the page from scrolling beneath a finger that carries a card, and the browser from its own menu there. */
  const hold = useCallback((node: HTMLElement | null) => {
    board.current = node;
    if (!node) return;
    const keep = (event: Event) => isLifted.current && event.preventDefault();
    node.addEventListener('touchmove', keep, { passive: false });
    node.addEventListener('contextmenu', keep);
    return () => {
      node.removeEventListener('touchmove', keep);
      node.removeEventListener('contextmenu', keep);
    };
  }, []);
  /** Keeps the click that ends a drag from opening what lies there. */
  const onClickCapture = (event: MouseEvent) => {
    if (!wasLifted.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { begin, ghost, hold, onClickCapture };
}

/** Scrolls the board and the page while the pointer is near their edges. */
function scrollBeside(board: HTMLElement | null, { x, y }: { x: number; y: number }) {
  const by = (at: number, from: number, to: number) =>
    at < from + edgePx ? -scrollPx : at > to - edgePx ? scrollPx : 0;
  const box = board?.getBoundingClientRect();
  if (box) board?.scrollBy(by(x, Math.max(0, box.left), Math.min(innerWidth, box.right)), 0);
  scrollBy(0, by(y, 0, innerHeight));
}
