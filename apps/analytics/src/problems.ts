import { kitProblems, problemClass } from '@atrium/kit/problem.ts';
import { analyticsProblems } from '@atrium/questions/problems.ts';

/** Every way a request to analytics can fail. */
export const problemCatalogue = {
  ...kitProblems,
  ...analyticsProblems,
} as const;

export class Problem extends problemClass(problemCatalogue) {}
