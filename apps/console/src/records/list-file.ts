import type { BodyOf } from '../api.ts';

/** How a file of a list is written. */
export type Look = Pick<NonNullable<BodyOf<'exportContacts'>>, 'language' | 'separator'> & {
  /** The fields of the shown columns: each list's operation has its own names for them. */
  columns?: never[];
};

/** Reads the list, or the chosen rows of it, as a file. */
export type ReadFile = (look: Look, keys?: readonly string[]) => Promise<File>;
