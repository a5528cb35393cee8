import { changedFields, changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent, recordEvents } from '../events.ts';
import type { ListName } from './default-lists.ts';
import { fieldsOfList, type Renames } from './list-fields.ts';
import {
  listViewFilters,
  lockContactsWith,
  lockLists,
  renameOnContacts,
  saveViewFilters,
} from './rename-queries.ts';

/**
 * Renames values of a list on every contact, deleted ones too, and in the filters of saved views. Whoever
 * gives a contact a value meanwhile is waited for, and meets the list as it is afterwards.
 */
export async function renameValues(tx: Tx, list: ListName, renames: Renames): Promise<void> {
  // The first pass waits for those who have changed a contact; whoever comes after the lock, for us.
  const first = await renameContacts(tx, list, renames, []);
  await lockLists(tx);
  const rest = await renameContacts(tx, list, renames, first);
  await recordRenames(tx, list, [...first, ...rest]);
  await renameInViews(tx, list, renames);
}

type Renamed = { contactUuid: string; before: Values; after: Values };
type Values = Record<string, string | null>;

async function renameContacts(
  tx: Tx,
  list: ListName,
  renames: Renames,
  done: readonly Renamed[],
): Promise<Renamed[]> {
  const values = [...renames.keys()];
  const found = await lockContactsWith(tx, list, values, uuidsOf(done));
  await renameOnContacts(tx, list, renames, uuidsOf(found));
  return found.map(({ contactUuid, ...before }) => ({
    contactUuid,
    before,
    after: Object.fromEntries(
      Object.entries(before).map(([field, value]) => [field, renamed(value, renames)]),
    ),
  }));
}

const uuidsOf = (contacts: readonly { contactUuid: string }[]) =>
  contacts.map(({ contactUuid }) => contactUuid);

const renamed = (value: string | null, renames: Renames) =>
  value === null ? null : (renames.get(value) ?? value);

/** Records of each contact what was renamed, together for those that changed alike. */
async function recordRenames(tx: Tx, list: ListName, contacts: readonly Renamed[]): Promise<void> {
  const alike = Map.groupBy(contacts, ({ before, after }) =>
    JSON.stringify([before, after].map((each) => Object.values(each))),
  );
  for (const group of alike.values()) {
    const [first] = group;
    if (!first) continue;
    const { before, after } = first;
    const changes = changesOf(before, after);
    await recordEvents(
      tx,
      {
        eventType: 'contact.updated',
        entityType: 'CONTACT',
        attributes: {
          fieldCount: String(changes.length),
          ...changedFields(changes.map(({ field }) => field)),
          ...(list === 'stages' && after.stageName && { stageName: after.stageName }),
          ...(list === 'stages' && before.stageName && { fromStageName: before.stageName }),
        },
      },
      uuidsOf(group),
      new Map(group.map(({ contactUuid }) => [contactUuid, changes])),
    );
  }
}

async function renameInViews(tx: Tx, list: ListName, renames: Renames): Promise<void> {
  const fields: ReadonlySet<unknown> = new Set(Object.keys(fieldsOfList[list]));
  const rename = (value: unknown) =>
    typeof value === 'string' ? (renames.get(value) ?? value) : value;
  for (const { viewUuid, isShared, filters } of await listViewFilters(tx)) {
    const after = filters.map((condition) => {
      if (!fields.has(condition.field)) return condition;
      const { value, values } = condition;
      return {
        ...condition,
        ...(value !== undefined && { value: rename(value) }),
        ...(values !== undefined && {
          values: Array.isArray(values) ? values.map(rename) : rename(values),
        }),
      };
    });
    if (JSON.stringify(after) === JSON.stringify(filters)) continue;
    await saveViewFilters(tx, viewUuid, after);
    await recordEvent(tx, {
      eventType: 'view.updated',
      entityType: 'VIEW',
      entityId: viewUuid,
      attributes: { list: 'CONTACTS', isShared: String(isShared), fieldCount: '1' },
    });
  }
}
