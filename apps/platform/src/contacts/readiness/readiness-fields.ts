import type { ListFields } from '../../lists/fields.ts';

/** The fields of readiness by which contacts are filtered and sorted. */
export const readinessFields: ListFields = {
  readinessStatus: { column: 'r.readiness_status', type: 'enum', notNull: true },
  readinessMissing: { column: 'c.missing_count', type: 'integer', notNull: true },
  documentExpiresOn: { column: 'r.document_expires_on', type: 'date' },
};
