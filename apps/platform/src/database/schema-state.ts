import type { SchemaState } from './migrate.ts';

/** Says in a sentence or two how the schema of a database stands to this program, and what is to be done. */
export function explainSchema(state: SchemaState): string {
  if (state.is === 'CURRENT') return 'The schema is that of this version.';
  if (state.is === 'NEWER')
    return `The schema is that of a newer version of Atrium (${state.newest}) than this program. Update the program.`;
  const steps = state.missing === 1 ? '1 step is missing' : `${state.missing} steps are missing`;
  return `The schema is older than this version: ${steps}. Run: npx atrium migrate`;
}
