import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { onExisting } from './importable.ts';
import { decimals } from './read-amount.ts';

const importStatuses = ['RECEIVING', 'QUEUED', 'RUNNING', 'PAUSED', 'DONE', 'FAILED'] as const;

const failureReasons = ['NOT_RECEIVED', 'PERSON_MAY_NOT_IMPORT'] as const;

/** The query that says how to read a file; `mapping` and `defaults` are JSON objects as text. */
const howToRead = {
  dryRun: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Answer what would become of the first 10,000 rows, and write nothing',
    }),
  ),
  mapping: Type.Optional(
    Type.String({
      maxLength: 5000,
      description: 'The field of each column, null for a column that is left out',
      examples: ['{"Nombre":"firstName","Apellido":"paternalLastName","Nota":null}'],
    }),
  ),
  defaults: Type.Optional(
    Type.String({
      maxLength: 5000,
      description: 'What empty and missing cells are taken for, by field',
      examples: ['{"contactType":"PROSPECT","contactMeans":"EMAIL"}'],
    }),
  ),
};

export const ContactImportQuery = Type.Object({
  ...howToRead,
  onExisting: Type.Optional(
    Enum(onExisting, {
      default: 'SKIP',
      description: 'What is done with a row whose contactUuid is a contact that is there',
    }),
  ),
  decimal: Type.Optional(
    Enum(decimals, {
      description: 'The sign before the decimals of amounts; without it what the file itself shows',
    }),
  ),
});

const said = (text: string) => ({ maxLength: 5000, examples: [text] });

export const StaffImportQuery = Type.Object({
  ...howToRead,
  mapping: Type.Optional({
    ...howToRead.mapping,
    ...said('{"Nombre":"firstName","Correo":"userEmail","Nota":null}'),
  }),
  defaults: Type.Optional({
    ...howToRead.defaults,
    ...said('{"staffType":"ADVISOR","platformLanguage":"SPANISH"}'),
  }),
  invite: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Mail each of them the first link, by which the person chooses a password',
    }),
  ),
  tenantUuid: Type.Optional({
    ...Uuid,
    description: 'The tenant that they work for; another than the caller’s for a SYSTEM_ADMIN only',
  }),
});

export const Import = Named('ContactImport', {
  importUuid: Uuid,
  status: Enum(importStatuses, { title: 'ContactImportStatus' }),
  dryRun: Type.Boolean({ description: 'Always false: of a dry run nothing is kept' }),
  ignoredColumns: Type.Array(Type.String()),
  totalRows: Type.Integer(),
  processedRows: Type.Integer(),
  acceptedRows: Type.Integer({ description: 'Created, or changed with onExisting=UPDATE' }),
  refusedRows: Type.Integer(),
  existing: Type.Integer({ description: 'Passed over, since the record that they name is there' }),
  failureReason: Nullable(
    Enum(failureReasons, {
      title: 'ContactImportFailureReason',
      description:
        'Why it is FAILED: the file did not come whole, or its person may not import any more',
    }),
  ),
  createdAt: RecordTime,
  finishedAt: Nullable(RecordTime),
});

/** Why a row is refused: the field, or `row`, the column that holds it and an example that would be taken. */
const RowErrors = Type.Array(
  Named('RefusedImportRowError', {
    field: Type.String(),
    code: Type.String(),
    message: Type.String(),
    column: Type.Optional(
      Nullable(Type.String({ description: 'The name of the column at fault, if one is' })),
    ),
    example: Type.Optional(
      Nullable(Type.String({ description: 'What would be taken in its place' })),
    ),
  }),
);

/** A row that was refused, by its line in the file, why, and what it said. */
export const RefusedRow = Named('RefusedImportRow', {
  line: Type.Integer(),
  errors: RowErrors,
  values: Type.Unsafe<Record<string, string> | null>({
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description: 'By the names of the file’s columns, as sent; null 90 days after the import',
  }),
});

/** New values of a refused row; a column that is not named keeps what it said. */
export const RowValues = Named('MendImportRowRequest', {
  values: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 65_536 },
    maxProperties: 10_000,
    description: 'By the names of the file’s columns; a column not named keeps what it said',
    examples: [{ preferredEmail: 'ana.soto@example.com' }],
  }),
});

const outcome = {
  line: Type.Integer(),
  errors: RefusedRow.properties.errors,
  values: RefusedRow.properties.values,
};
export const ContactRowOutcome = Type.Object({ contactUuid: Nullable(Uuid), ...outcome });
export const StaffRowOutcome = Type.Object({ tenantStaffUuid: Nullable(Uuid), ...outcome });

const Texts = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'By the names of the file’s columns, as sent',
});

/** Tells what an import would do with the first rows of a file. */
export const CheckedFile = Named('ImportContactsAnswer', {
  rows: Type.Integer({ description: 'Rows that were read: the first 10,000 at most' }),
  accepted: Type.Integer({ description: 'Rows that would make a record or change one' }),
  refused: Type.Integer(),
  existing: Type.Integer({ description: 'Rows that would be passed over' }),
  isSample: Type.Boolean({ description: 'Whether the file has more rows than were read' }),
  columns: Type.Array(
    Named('ImportContactsAnswerColumn', {
      name: Type.String({ description: 'As mapping and values have it' }),
      field: Nullable(Type.String({ description: 'What it holds, null where it is left out' })),
    }),
  ),
  ignoredColumns: Type.Array(Type.String()),
  decimal: Nullable(
    Enum(decimals, {
      title: 'ImportContactsAnswerDecimal',
      description: 'The sign before the decimals of the amounts, where it is known',
    }),
  ),
  sample: Type.Array(
    Named('ImportContactsAnswerSample', { line: Type.Integer(), values: Texts, errors: RowErrors }),
    { maxItems: 100, description: 'The first rows, and the first that would be refused' },
  ),
});

export type ImportQuery = Static<typeof ContactImportQuery> & Static<typeof StaffImportQuery>;
export type CheckedFile = Static<typeof CheckedFile>;
export type CheckedRow = CheckedFile['sample'][number];
/** A row that was mended, and the record that it became unless it is refused again. */
export type MendedRow = Omit<Static<typeof ContactRowOutcome>, 'contactUuid'> & {
  recordUuid: string | null;
};
export type ImportRow = Static<typeof Import>;
export type RefusedRowRow = Static<typeof RefusedRow>;
