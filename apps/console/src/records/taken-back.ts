import type { Told } from './sittings.ts';

type Entry = Pick<Told, 'changes' | 'changedFields'>;
type Values = Readonly<Record<string, unknown>>;

/** Returns whether all that an entry changed is told with its values. */
export const hasAllValues = ({ changes, changedFields }: Entry) =>
  changes.length > 0 &&
  changedFields.every((field) => changes.some((change) => change.field === field));

/** Returns what a record is to hold so that an entry's changes are undone; undefined once any of them was changed again. */
export function takenBack({ changes }: Pick<Entry, 'changes'>, now: Values): Values | undefined {
  const isStill = changes.every(({ field, after }) => toldOf(now[field]) === after);
  if (!isStill) return undefined;
  return Object.fromEntries(changes.map(({ field, before }) => [field, readBack(before)]));
}

/** Returns a value as a record's history tells it: lists and objects as JSON with sorted keys (RFC 8785). */
function toldOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(sorted(value)) : String(value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/** Returns the value that a history tells: no field of these records is a number, and no text begins as a list does. */
const readBack = (told: string | null): unknown =>
  told !== null && /^(\[.*\]|\{.*\}|true|false)$/s.test(told) ? JSON.parse(told) : told;
