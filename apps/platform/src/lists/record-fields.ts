import { type Columns, type Fragment, toSnake, type Value } from '@atrium/kit/sql.ts';
import { type TObject, type TSchema, Type } from 'typebox';
import type { ListField, ListFields } from './fields.ts';

/**
 * Everything that is known of one field of a record, written once. The schemas of requests and
 * answers, the columns that are read and written, the filters and the export derive from it.
 */
export type RecordField = {
  /** The schema of the field in an answer. */
  answer: TSchema;
  /** The schema of the field in a request that creates; absent: it cannot be stated. */
  create?: TSchema;
  /** The schema of the field in a request that changes the record; absent: it cannot be stated. */
  update?: TSchema;
  /** The column, if it is not the field's name in snake case. */
  column?: string;
  /** The SQL that reads the field over the table's alias, if it is not the column itself. */
  read?: string;
  /** Set where a verb stores what is stated in its own way. */
  storedApart?: true;
  /** Set where the column is jsonb: leaves of a value what is to be kept. */
  document?: (value: never) => unknown;
  /** The way lists filter and sort by the field: by its column unless `by` names another, as `f.name` of another alias. */
  list?: Omit<ListField, 'column'> & { by?: string };
  /** Set where exports have the field as a column. */
  exported?: true;
  /** Set where lists show the field too, if they show less than the whole record. */
  inLists?: true;
};

export type RecordFields = Readonly<Record<string, RecordField>>;

type Having<F extends RecordFields, Part extends keyof RecordField> = {
  [Name in keyof F]: F[Name] extends Record<Part, unknown> ? Name : never;
}[keyof F];
type Part = 'answer' | 'create' | 'update';
type Schemas<F extends RecordFields, P extends Part> = {
  [Name in Having<F, P>]: Extract<F[Name][P], TSchema>;
};

/** Returns the schema of an answer, a creating request or a changing request, of the fields that have one. */
export function schemaOf<F extends RecordFields, P extends Part>(
  fields: F,
  part: P,
): TObject<Schemas<F, P>> {
  const stated = Object.entries(fields).flatMap(([name, field]) =>
    field[part] ? [[name, field[part]]] : [],
  );
  return Type.Object(Object.fromEntries(stated)) as never;
}

/** Returns the fields that lists show, or that exports have as columns. */
export function fieldsWith<F extends RecordFields, Mark extends 'inLists' | 'exported'>(
  fields: F,
  mark: Mark,
): Pick<F, Having<F, Mark>> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field[mark])) as never;
}

/** Returns what a statement selects for an answer: each field by its own name, over `alias`. */
export function selectList(fields: RecordFields, alias: string): string {
  return Object.entries(fields)
    .map(([name, field]) => `${field.read ?? `${alias}.${columnOf(name, field)}`} as "${name}"`)
    .join();
}

/** Returns the allow-list of the fields that a list is filtered and sorted by. */
export function listFieldsOf(fields: RecordFields, alias: string): ListFields {
  const listed = Object.entries(fields).flatMap(([name, field]) => {
    if (!field.list) return [];
    const { by = columnOf(name, field), ...rest } = field.list;
    return [[name, { ...rest, column: by.includes('.') ? by : `${alias}.${by}` }]];
  });
  return Object.fromEntries(listed);
}

/** Returns the names of the fields that an export has as columns. */
export function exportedNames<F extends RecordFields>(fields: F): Having<F, 'exported'>[] {
  return Object.keys(fields).filter((name) => fields[name]?.exported) as never;
}

/**
 * Returns the values that a creating or changing request states, by column: what it leaves out stays
 * out, null clears. Of two fields of one column the later one in the table counts. `json` wraps a jsonb value.
 */
export function statedColumns(
  fields: RecordFields,
  part: 'create' | 'update',
  input: object,
  json: (value: unknown) => Fragment,
): Columns {
  const columns: Record<string, Value> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = (input as Record<string, Value | undefined>)[name];
    if (value === undefined || field.storedApart || !field[part]) continue;
    const { document } = field;
    columns[columnOf(name, field)] =
      document && value !== null ? json(document(value as never)) : value;
  }
  return columns;
}

/** Returns the columns that a new record may state, each with null. */
export function emptyColumns(fields: RecordFields): Record<string, null> {
  const columns = Object.entries(fields).filter(([, field]) => field.create && !field.storedApart);
  return Object.fromEntries(columns.map(([name, field]) => [columnOf(name, field), null]));
}

/** Returns the column of a field. */
export function columnOf(name: string, { column }: RecordField): string {
  return column ?? toSnake(name);
}
