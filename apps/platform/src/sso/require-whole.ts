import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { ConnectionRow } from './queries.ts';

/** Throws VALIDATION_FAILED for a connection that is active and says too little. */
export function requireWhole({ isActive, issuer, clientId }: ConnectionRow): void {
  if (!isActive) return;
  const missing = [issuer === null && 'issuer', clientId === null && 'clientId'].filter(
    (name) => name !== false,
  );
  if (missing.length === 0) return;
  const message = 'is needed by a connection that is active';
  throw invalid(...missing.map((name) => fieldError(name, 'REQUIRED', message)));
}
