import type { Book } from '../book.ts';
import type { Tx } from '../database/transaction.ts';
import type { EntityType } from '../event-types.ts';

/** Returns the kinds whose records can be handed over, in the order in which they are locked. */
export function booksOf(tx: Tx): (Book & { entityType: EntityType })[] {
  return tx.kinds
    .flatMap(({ entityType, book }) => (book ? [{ ...book, entityType }] : []))
    .toSorted((one, other) => one.place - other.place);
}
