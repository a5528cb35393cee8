import { changedFields, type FieldChange } from './changed-fields.ts';
import type { Tx } from './database/transaction.ts';
import type { EntityType, EventType } from './event-types.ts';
import { recordEvents } from './events.ts';

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
