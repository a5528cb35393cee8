import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from './database/transaction.ts';

/** How the records of a kind that somebody answers for are handed over to another one. */
export type Book = {
  /** Its place in the order in which everybody locks records of several kinds. */
  place: number;
  /** The count of an answer; what has none moves along with the rest, and is no reason to hand over. */
  counted?: 'contacts' | 'households' | 'meetings';
  table: string;
  /** The column that names a record. */
  column: string;
  /** The condition on the table that a staff member answers for a record, and it can be handed over. */
  isOf: (tx: Tx, staffUuid: string | Fragment) => Fragment;
  /** Gives locked records to another one, and records that. */
  move: (tx: Tx, uuids: readonly string[], between: Between) => Promise<unknown>;
};

/** Who hands records over, and who takes them. */
export type Between = { fromUuid: string; to: Taker };

/** The staff member who takes records. */
export type Taker = {
  staffUuid: string;
  name: string;
  email: string;
  /** The partner whose staff they are of; null for the firm's own. */
  partnerUuid: string | null;
};
