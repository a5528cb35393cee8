import type { Tx } from '../database/transaction.ts';
import type { FilterValuesAnswer } from '../lists/filter-values.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the values of a field, those that are staff with their names. */
export async function namedStaff(tx: Tx, answer: FilterValuesAnswer): Promise<FilterValuesAnswer> {
  const uuids = answer.values.map(String).filter((value) => uuid.test(value));
  if (uuids.length === 0) return answer;
  const [{ names }] = await tx<[{ names: Record<string, string> }]>`
    select coalesce(json_object_agg(s.staff_uuid, s.first_name || ' ' || s.paternal_last_name), '{}') as names
      from staff_members s where s.staff_uuid = any(${uuids}::uuid[])`;
  return { ...answer, names };
}
