import { Enum, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const importStatuses = ['RECEIVING', 'QUEUED', 'RUNNING', 'PAUSED', 'DONE', 'FAILED'] as const;

const failureReasons = ['NOT_RECEIVED', 'PERSON_MAY_NOT_IMPORT'] as const;

/** The query that says how to read an import; `mapping` and `defaults` are JSON objects as text. */
export const ImportQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Check only, create nothing' }),
  ),
  mapping: Type.Optional(
    Type.String({
      maxLength: 5000,
      examples: ['{"Nombre":"firstName","Apellido":"paternalLastName"}'],
    }),
  ),
  defaults: Type.Optional(
    Type.String({
      maxLength: 5000,
      examples: ['{"contactType":"PROSPECT","contactMeans":"EMAIL"}'],
    }),
  ),
});

export const Import = Type.Object({
  importUuid: Uuid,
  status: Enum(importStatuses),
  dryRun: Type.Boolean(),
  ignoredColumns: Type.Array(Type.String()),
  totalRows: Type.Integer(),
  processedRows: Type.Integer(),
  acceptedRows: Type.Integer({ description: 'Created, or in a dry run such as would be' }),
  refusedRows: Type.Integer(),
  failureReason: Nullable(
    Enum(failureReasons, {
      description:
        'Why it is FAILED: the file did not come whole, or its person may not import any more',
    }),
  ),
  createdAt: RecordTime,
  finishedAt: Nullable(RecordTime),
});

/** A row that was refused, by its line in the file, why, and what it said. */
export const RefusedRow = Type.Object({
  line: Type.Integer(),
  errors: Type.Array(
    Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() }),
  ),
  values: Type.Unsafe<Record<string, string> | null>({
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description: 'By the names of the file’s columns, as sent; null 90 days after the import',
  }),
});

/** New values of a refused row; a column that is not named keeps what it said. */
export const RowValues = Type.Object({
  values: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 65_536 },
    maxProperties: 10_000,
    description: 'By the names of the file’s columns; a column not named keeps what it said',
    examples: [{ preferredEmail: 'ana.soto@example.com' }],
  }),
});

export const RowOutcome = Type.Object({
  line: Type.Integer(),
  contactUuid: Nullable(Uuid),
  errors: RefusedRow.properties.errors,
  values: RefusedRow.properties.values,
});

export type RowOutcome = Static<typeof RowOutcome>;
export type ImportRow = Static<typeof Import>;
export type RefusedRowRow = Static<typeof RefusedRow>;
