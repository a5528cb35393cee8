export type FieldError = { field: string; code: string; message: string };

/** A failure that the server answered, or none at all (`OFFLINE`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly errors: readonly FieldError[];
  /** Seconds to wait, when the server said so. */
  readonly retryAfter: number | undefined;
  /** The whole document, for what some codes say besides. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Record<string, unknown>, retryAfter?: number) {
    super(String(problem.detail ?? problem.title ?? ''));
    this.status = status;
    this.code = String(problem.code ?? 'UNKNOWN');
    this.requestId = problem.requestId as string | undefined;
    this.errors = (problem.errors ?? []) as FieldError[];
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}
