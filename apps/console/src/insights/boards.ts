/** The boards that every firm finds ready: the questions that it asks. */
export const boards = ['won', 'firstSignIn', 'held', 'load', 'quality'] as const;
export type BoardName = (typeof boards)[number];
