import type { Told } from './sittings.ts';

type Entry = Pick<Told, 'changes' | 'changedFields'>;
type Values = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, { kind: string }>>;

/** Returns whether all that an entry changed is told with its values. */
export const hasAllValues = ({ changes, changedFields }: Entry) =>
  changes.length > 0 &&
  changedFields.every((field) => changes.some((change) => change.field === field));

/** Returns what a record is to hold so that an entry's changes are undone; undefined once any of them was changed again. */
export function takenBack(
  { changes }: Pick<Entry, 'changes'>,
  now: Values,
  fields: Fields,
): Values | undefined {
  const isStill = changes.every(({ field, after }) => toldOf(now[field]) === after);
  if (!isStill) return undefined;
  return Object.fromEntries(
    changes.map(({ field, before }) => [field, readBack(before, fields[field]?.kind)]),
  );
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

/** The kinds of fields whose values a history tells as JSON: no field of these records is a number. */
const asJson = new Set(['yesNo', 'items', 'parts', 'free', 'phone']);

/** Returns the value that a history tells of a field of a kind: a text may look like a list, or like yes or no. */
function readBack(told: string | null, kind: string | undefined): unknown {
  if (told === null) return null;
  if (kind === 'texts') return textsOf(told);
  return kind && asJson.has(kind) ? JSON.parse(told) : told;
}

/** Returns several texts as a list: what is no list of texts is one text. */
function textsOf(told: string): unknown {
  if (!told.startsWith('["') && told !== '[]') return told;
  try {
    return JSON.parse(told);
  } catch {
    return told;
  }
}
