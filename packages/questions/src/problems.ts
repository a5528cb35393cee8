import { problemClass } from '@atrium/kit/problem.ts';

/** The ways in which a question that is well written still cannot be asked. */
export const questionProblems = {
  QUERY_EXECUTION_FAILED: { status: 500, title: 'The query could not be executed' },
} as const;

/** Further ways in which a request to analytics can fail. */
export const analyticsProblems = {
  ...questionProblems,
  FORBIDDEN_TENANT: { status: 403, title: 'Another tenant’s events' },
  FORBIDDEN_PARTNER: { status: 403, title: 'Another partner’s events' },
} as const;

export class QuestionProblem extends problemClass(questionProblems) {}
