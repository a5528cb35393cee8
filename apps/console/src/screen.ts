import type { ComponentType } from 'react';
import type { OperationId } from './api.ts';
import type { Area, WordPlace } from './i18n/keys.ts';
import type { ParamsOf, PathName } from './paths.ts';
import type { User } from './session.ts';

/** A screen behind an address of `paths.ts`. The build reads it too, so that its files come with the page. */
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

/** Says where a screen is shown, and to whom. */
export type At<N extends PathName> = {
  params: ParamsOf<N>;
  search: Readonly<Record<string, string>>;
  user: User | undefined;
};

/** Asks for what a screen reads first, before its script has come. */
export type Asks = { [N in PathName]?: (at: At<N>) => void };
