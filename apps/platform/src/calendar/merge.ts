import type { OurFields } from './links.ts';
import { type EventFields, type IsSameZone, type Part, timeFields } from './providers/provider.ts';

/** Says what of a meeting changes as one: the parts of its time belong together. */
const aspects = ['title', 'description', 'location', 'time'] as const;
export type Aspect = (typeof aspects)[number];

/** Returns the aspects that differ between two states of the same side. */
export function differing(one: EventFields, other: EventFields, isSameZone: IsSameZone): Aspect[] {
  return aspects.filter((aspect) =>
    aspect === 'time'
      ? !isSameTime(one, other, isSameZone)
      : !isSameText(one[aspect], other[aspect]),
  );
}

/** Returns the fields of some aspects. */
function fieldsOf(changed: readonly Aspect[]): (keyof EventFields)[] {
  return changed.flatMap((aspect) => (aspect === 'time' ? [...timeFields] : [aspect]));
}

/** Tells whether texts are the same but for line ends and blanks, which providers change. */
function isSameText(one: string, other: string): boolean {
  return one === other || squeezed(one) === squeezed(other);
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();

function isSameTime(one: EventFields, other: EventFields, isSameZone: IsSameZone): boolean {
  if (one.allDay !== other.allDay) return false;
  const sameClock = one.start === other.start && one.end === other.end;
  return sameClock && (one.allDay || isSameZone(one.timezone, other.timezone));
}

/** Returns the changes to send so that the provider knows a meeting as it is now. */
export function exportChanges(now: OurFields, agreed: OurFields, isSameZone: IsSameZone): Part[] {
  const sameGuests = [...now.guests].sort().join() === [...agreed.guests].sort().join();
  return [
    ...fieldsOf(differing(now, agreed, isSameZone)),
    ...(sameGuests ? [] : (['guests'] as const)),
  ];
}

export type Merge = {
  /** Says what of the event is to be taken over. */
  take: Aspect[];
  /** Says what both sides changed and we keep, since ours is the later change. */
  keep: Aspect[];
};

/**
 * Merges three ways: what only one side changed is that side's; where both changed the same, the
 * later change wins, the provider's own on a tie.
 */
export function merge(
  theirs: readonly Aspect[],
  ours: readonly Aspect[],
  oursIsLater: boolean,
): Merge {
  const keep = oursIsLater ? theirs.filter((aspect) => ours.includes(aspect)) : [];
  return { take: theirs.filter((aspect) => !keep.includes(aspect)), keep };
}
