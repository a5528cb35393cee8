import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './calendar.module.css';

export type Ghost = { label: string; left: number; width: number; top: number; height: number };
export type ShowGhost = (ghost: Ghost | undefined) => void;

/** Returns where to say what is being dragged, and to whom. Only the ghost is drawn anew, never the grid. */
export function useGhost(): { listener: RefObject<ShowGhost>; show: ShowGhost } {
  const listener = useRef<ShowGhost>(() => undefined);
  return { listener, show: (ghost) => listener.current(ghost) };
}

/** The place where what is being dragged would come to lie. */
export function GhostBlock({ listener }: { listener: RefObject<ShowGhost> }) {
  const [ghost, setGhost] = useState<Ghost>();
  useEffect(() => {
    listener.current = setGhost;
  }, [listener]);
  if (!ghost) return null;
  const { label, ...style } = ghost;
  return (
    <div className={classes.ghost} style={style}>
      {label}
    </div>
  );
}
