import type { Actor } from '../database/principal.ts';
import { Problem } from '../problems.ts';

/** Returns whether a machine acts by its credential. */
export const isMachine = ({ via }: Actor): boolean => via === 'CREDENTIAL';

/** Throws PERSON_REQUIRED when a machine does what decides who signs in. */
export function requirePerson(actor: Actor): void {
  if (isMachine(actor)) throw new Problem('PERSON_REQUIRED');
}
