import { today } from '../time.ts';
import type { Condition } from './list-state.ts';

/** When a view was made and last changed; what is stated now has neither. */
export type Kept = { createdAt?: string; updatedAt?: string };

/**
 * Returns whether a value is a time that a menu wrote, of the day that `of` makes of the one on which it did:
 * while the view was kept, give or take what zones and clocks lie apart. Any other time is meant as it stands.
 */
export function isOfMenu(
  value: unknown,
  { createdAt, updatedAt }: Kept,
  of: (day: Temporal.PlainDate) => Temporal.PlainDate,
  form = /^.{10}T00:00:00$/,
): boolean {
  const day = (at: string | undefined, days: number) =>
    of((at ? Temporal.PlainDate.from(at.slice(0, 10)) : today()).add({ days })).toString();
  const text = String(value);
  const date = text.slice(0, 10);
  return form.test(text) && day(createdAt, -1) <= date && date <= day(updatedAt, 1);
}

/** Returns the conditions that an address states in `where`; none where it cannot be read. */
export function readConditions(text: string | undefined): Condition[] {
  try {
    const stated: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stated) ? stated.filter(isCondition) : [];
  } catch {
    return [];
  }
}

const isCondition = (each: unknown): each is Condition =>
  typeof each === 'object' &&
  each !== null &&
  typeof (each as Condition).field === 'string' &&
  typeof (each as Condition).operator === 'string';

/** Returns what an address states for conditions that no menu has: the same for the same ones, as views compare it. */
export const conditionsText = (conditions: readonly Condition[]): string | undefined =>
  conditions.length === 0 ? undefined : JSON.stringify(conditions.map(inOrder));

// A view that was stored has its parts in another order.
const inOrder = ({ field, operator, value, values, min, max }: Condition): Condition => ({
  field,
  operator,
  ...(value !== undefined && { value }),
  ...(values !== undefined && { values }),
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
});
