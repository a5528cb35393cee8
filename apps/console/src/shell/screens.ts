import type { PathName } from '../paths.ts';
import type { Screen, Screens } from '../screen.ts';

// Each area states its screens in a file of its own, so that areas do not meet in this one.
const areas = import.meta.glob<{ default: Screens }>('../*/screens.ts', { eager: true });

export const screens = Object.assign(
  {},
  ...Object.values(areas).map((area) => area.default),
) as Readonly<Record<PathName, Screen>>;
