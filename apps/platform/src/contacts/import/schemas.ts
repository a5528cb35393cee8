import { Enum, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const importStatuses = ['RECEIVING', 'QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;

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
  createdAt: RecordTime,
  finishedAt: Nullable(RecordTime),
});

/** A row that was refused, by its line in the file, and why. */
export const RefusedRow = Type.Object({
  line: Type.Integer(),
  errors: Type.Array(
    Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() }),
  ),
});

export type ImportRow = Static<typeof Import>;
export type RefusedRowRow = Static<typeof RefusedRow>;
