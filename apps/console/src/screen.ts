import type { ComponentType } from 'react';
import type { OperationId } from './api.ts';
import type { Area, WordPlace } from './i18n/keys.ts';
import type { PathName } from './paths.ts';

/** A screen behind an address of `paths.ts`. */
export type Screen = {
  load: () => Promise<{ default: ComponentType }>;
  /** The areas whose words it uses. */
  words?: readonly Area[];
  /** The operation it cannot do without: who may not call it does not see the place. */
  needs?: OperationId;
  /** The word for it as an act of the palette, `area:key`. */
  act?: WordPlace;
  /** Shown without the shell, signed in or not. */
  isPublic?: boolean;
};

export type Screens = Partial<Record<PathName, Screen>>;
