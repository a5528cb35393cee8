import { ApiError, type BodyOf, call } from '../api.ts';
import { useWrite } from '../data.ts';
import { pathsThatDiffer } from '../forms/paths.ts';
import type { ListName } from './compliance-fields.ts';

/** A record that others change all the time is tried so often. */
const tries = 3;

/**
 * Returns what changes one item of a list within a person's record: the record is read, the item found in
 * it, and sent with the others on the version that was read. Without `from` an item is added, without
 * `part` it is removed. Throws an ApiError, 412 where somebody else changed or removed the item meanwhile.
 */
export function useItems(contactUuid: string, list: ListName) {
  const write = useWrite('updateContact');
  const path = { contactUuid };
  return async function change(
    from: object | undefined,
    part: object | undefined,
    left = tries,
  ): Promise<void> {
    const now = await call('getContact', { path });
    const items: readonly object[] = now[list] ?? [];
    const at = from ? items.findIndex((each) => isSameItem(each, from)) : items.length;
    if (at < 0) throw new ApiError(412, { code: 'PRECONDITION_FAILED' });
    const next = part ? [{ ...items[at], ...part }] : [];
    // An address is known by its identifier, and the others stay as they are.
    const all =
      list === 'addresses' ? next : [...items.slice(0, at), ...next, ...items.slice(at + 1)];
    const body = { [list]: all } as BodyOf<'updateContact'>;
    try {
      await write.mutateAsync({ path, body, headers: { 'if-match': `"${now.version}"` } });
    } catch (failed) {
      const isStale = failed instanceof ApiError && failed.status === 412;
      if (!isStale || left === 0) throw failed;
      await change(from, part, left - 1);
    }
  };
}

/** Returns whether two items are one: by their identifier, or by all that they say. */
function isSameItem(one: { addressUuid?: string }, other: { addressUuid?: string }): boolean {
  if (one.addressUuid !== undefined) return one.addressUuid === other.addressUuid;
  return pathsThatDiffer(one, other).length === 0;
}
