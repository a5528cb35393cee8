import type { Fragment } from '@atrium/kit/sql.ts';
import { changedFields, type FieldChange } from './changed-fields.ts';
import type { Tx } from './database/transaction.ts';
import type { EntityType, EventType } from './event-types.ts';
import { recordEvents } from './events.ts';

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

/** Records a change of each of many records, of which some changed in other fields than others. */
export async function recordUpdates(
  tx: Tx,
  event: { eventType: EventType; entityType: EntityType },
  changes: ReadonlyMap<string, readonly FieldChange[]>,
): Promise<void> {
  const alike = Map.groupBy([...changes.keys()], (uuid) =>
    (changes.get(uuid) ?? []).map(({ field }) => field).join(),
  );
  for (const [joined, uuids] of alike) {
    const names = joined.split(',').filter(Boolean);
    if (names.length === 0) continue;
    const attributes = { fieldCount: String(names.length), ...changedFields(names) };
    await recordEvents(tx, { ...event, attributes }, uuids, changes);
  }
}
