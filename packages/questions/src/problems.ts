import { problemClass } from '@atrium/kit/problem.ts';

/** The ways in which a question that is well written still cannot be asked. */
export const questionProblems = {
  QUERY_EXECUTION_FAILED: { status: 500, title: 'The query could not be executed' },
} as const;

export class QuestionProblem extends problemClass(questionProblems) {}
