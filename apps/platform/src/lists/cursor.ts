import { Type } from 'typebox';

/**
 * Holds what a cursor says, once it was decrypted and found to be of this list and this caller. Only
 * `sealedCursors` makes one.
 */
export class OpenedCursor {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Where a list is asked to begin: with an empty one, or none, at its beginning. */
export type Cursor = OpenedCursor | '';

/** Returns the schema of a cursor: a text on the wire, opened when the handler has it. */
export const CursorText = (maxLength: number, description: string) =>
  Type.Unsafe<Cursor>(Type.String({ maxLength, description }));

/**
 * Returns the place in a list that a cursor holds, undefined at its beginning. Throws for a text that
 * nobody opened, whatever the types say of it.
 */
export function placeOf<Place>(cursor: Cursor | null | undefined): Place | undefined {
  if (!cursor) return undefined;
  if (!(cursor instanceof OpenedCursor)) throw new Error('A cursor was not opened');
  return JSON.parse(cursor.text);
}
