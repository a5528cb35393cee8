import type { AnswerOf } from '../api.ts';
import { instantOf } from '../time.ts';

export type Entry = AnswerOf<'getTimeline'>['content'][number];
/** What somebody did in one sitting, as one entry. */
export type Told = Entry & { names: readonly string[]; key: string };

/** Acts of one person on one record that are no further apart are of one sitting. */
const sittingMinutes = 30;

/**
 * Returns the entries of a timeline as they are told, the newest first: acts of one sitting as one, and
 * none twice.
 */
export function sittingsOf(entries: readonly Entry[]): Told[] {
  const told: Told[] = [];
  const keys = new Set<string>();
  for (const entry of entries) {
    const before = told.at(-1);
    if (isToldElsewhere(entry, entries)) continue;
    if (before && isSameSitting(before, entry)) {
      told[told.length - 1] = joined(before, entry);
      continue;
    }
    const { at, entityUuid, eventType, kind } = entry;
    const own = `${at} ${entityUuid} ${eventType ?? kind}`;
    const key = keys.has(own) ? `${own} ${told.length}` : own;
    keys.add(key);
    told.push({ ...entry, names: entry.about ? [entry.about] : [], key });
  }
  return told;
}

/** Returns whether an event says of a record what its own entry says, as a meeting's creation does. */
const isToldElsewhere = ({ kind, eventType, entityUuid }: Entry, entries: readonly Entry[]) =>
  kind === 'EVENT' &&
  eventType === 'meeting.created' &&
  entries.some((each) => each.kind === 'MEETING' && each.entityUuid === entityUuid);

/** What becomes one, besides what is of one kind: members who come with their household. */
const isPartOf = (later: Entry, earlier: Entry) =>
  later.eventType === earlier.eventType ||
  (later.eventType === 'household.member_added' && earlier.eventType === 'household.created');

function isSameSitting(later: Told, earlier: Entry): boolean {
  if (later.kind !== 'EVENT' || earlier.kind !== 'EVENT') return false;
  const isSame =
    later.actorUuid === earlier.actorUuid &&
    later.entityUuid === earlier.entityUuid &&
    later.via === earlier.via;
  if (!isSame || !isPartOf(later, earlier)) return false;
  const apart = instantOf(earlier.at).until(instantOf(later.at)).total('minutes');
  return apart <= sittingMinutes;
}

/** Returns two acts as one: from what was before the first to what is after the last. */
function joined(later: Told, earlier: Entry): Told {
  const fields = new Map(earlier.changes.map((each) => [each.field, each]));
  for (const { field, before, after } of later.changes) {
    const first = fields.get(field);
    fields.set(field, { field, before: first ? first.before : before, after });
  }
  return {
    ...later,
    eventType: earlier.eventType,
    names: [...new Set([...(earlier.about ? [earlier.about] : []), ...later.names])],
    changedFields: [...new Set([...earlier.changedFields, ...later.changedFields])],
    changes: [...fields.values()].filter(({ before, after }) => before !== after),
  };
}
