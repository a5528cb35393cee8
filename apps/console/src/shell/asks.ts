import type { PathName } from '../paths.ts';
import type { Asks, At } from '../screen.ts';

// As the screens: each area states in a file of its own what is asked for them.
const areas = import.meta.glob<{ default: Asks }>('../*/asks.ts', { eager: true });

/** Asks ahead for what a screen reads first, by the screen's name. */
export const asks: Readonly<Partial<Record<PathName, (at: At<PathName>) => void>>> = Object.assign(
  {},
  ...Object.values(areas).map((area) => area.default),
);
