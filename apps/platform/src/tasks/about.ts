import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { RecordKey, RecordType } from '../records/record-access.ts';

type Stated = {
  entityType?: RecordType | null | undefined;
  entityUuid?: string | null | undefined;
};

/**
 * Returns the record that a request names, null when it names none; undefined when it says nothing of it.
 * Throws VALIDATION_FAILED when only one of entityType and entityUuid is there.
 */
export function readAbout({ entityType, entityUuid }: Stated): RecordKey | null | undefined {
  if (entityType && entityUuid) return { entityType, entityUuid };
  if (!entityType && !entityUuid)
    return entityType === undefined && entityUuid === undefined ? undefined : null;
  const missing = entityType ? 'entityUuid' : 'entityType';
  throw invalid(fieldError(missing, 'REQUIRED', 'entityType and entityUuid go together'));
}
