import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { isKept } from './kept-names.ts';
import { ApiRefusal, type Ask } from './own-api.ts';
import type { Given } from './tool.ts';

/**
 * Asks for figures. A question that names a field which no assistant gets is refused before it is asked:
 * a filter or a maximum would tell it too.
 */
export function askFigures(ask: Ask, given: Given): Promise<unknown> {
  const [named] = fieldsIn(given).filter(isKept);
  if (named !== undefined)
    throw ApiRefusal.of(invalid(fieldError(named, 'NOT_ALLOWED', 'is not for assistants')));
  return ask({ path: '/api/analytics/query', body: given });
}

/** Returns every field that a question names, wherever it does. */
function fieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) =>
    name.toLowerCase() === 'field' && typeof held === 'string' ? [held] : fieldsIn(held),
  );
}
