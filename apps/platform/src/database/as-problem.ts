import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { type catalogue, Problem } from '../problems.ts';

/**
 * What the database refuses in the product's words: `enter_tenant` with SQLSTATE AT000 and a problem
 * code as its message, `refuse` with AT400 and a field. Any other error stays what it is.
 */
export function asProblem(error: unknown): unknown {
  const { code, message, hint, detail } = error as { [key: string]: string | undefined };
  if (code === 'AT000') return new Problem(message as keyof typeof catalogue);
  if (code === 'AT400') return invalid(fieldError(message ?? '', hint ?? '', detail ?? ''));
  return error;
}
