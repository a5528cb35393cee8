import { kitProblems, problemClass } from '@atrium/kit/problem.ts';
import { questionProblems } from '@atrium/questions/problems.ts';

/** Every way a request to analytics can fail. */
export const problemCatalogue = {
  ...kitProblems,
  FORBIDDEN_TENANT: { status: 403, title: 'Another tenant’s events' },
  FORBIDDEN_PARTNER: { status: 403, title: 'Another partner’s events' },
  ...questionProblems,
} as const;

export class Problem extends problemClass(problemCatalogue) {}
