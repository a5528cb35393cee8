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

/** Returns what an address states for conditions that no menu has. */
export const conditionsText = (conditions: readonly Condition[]): string | undefined =>
  conditions.length === 0 ? undefined : JSON.stringify(conditions);
