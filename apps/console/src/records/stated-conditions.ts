import type { Condition } from './list-state.ts';

/** The records whose lists are filtered by conditions, as their words are grouped. */
export type Filtered = 'contact' | 'household' | 'meeting';
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
