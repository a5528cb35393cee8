import { changesOf, type FieldChange } from './changed-fields.ts';
import type { Tx } from './database/transaction.ts';
import type { EntityType } from './event-types.ts';

/** The changes of records by their UUIDs, as of now. */
export type Watched = () => Promise<ReadonlyMap<string, FieldChange[]>>;

/** Reads locked records before they change. The call that it returns says what changed since. */
export async function watchRecords(
  tx: Tx,
  entityType: EntityType,
  uuids: readonly string[],
): Promise<Watched> {
  const values = tx.kinds.find((kind) => kind.entityType === entityType)?.history?.values;
  if (!values) throw new Error(`Nobody reads the values of a ${entityType}`);
  const read = async () =>
    new Map((await values(tx, uuids)).map(({ uuid, ...fields }) => [String(uuid), fields]));
  const before = await read();
  return async () => {
    const after = await read();
    return new Map(
      [...before].map(([uuid, fields]) => [uuid, changesOf(fields, after.get(uuid) ?? fields)]),
    );
  };
}
