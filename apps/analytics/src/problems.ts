import { kitProblems, problemClass } from '@atrium/kit/problem.ts';

/** Every way a request to analytics can fail. */
export const problemCatalogue = {
  ...kitProblems,
  FORBIDDEN_TENANT: { status: 403, title: 'Another tenant’s events' },
  FORBIDDEN_PARTNER: { status: 403, title: 'Another partner’s events' },
  QUERY_EXECUTION_FAILED: { status: 500, title: 'The query could not be executed' },
} as const;

export class Problem extends problemClass(problemCatalogue) {}
