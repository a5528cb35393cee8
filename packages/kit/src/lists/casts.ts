import type { Fragment, Sql } from 'postgres';
import type { FieldType } from './fields.ts';

/** The type as which PostgreSQL reads the values of a field. */
export function castOf(sql: Sql, type: FieldType): Fragment {
  return casts[type](sql);
}

const casts: Record<FieldType, (sql: Sql) => Fragment> = {
  text: (sql) => sql`text`,
  enum: (sql) => sql`text`,
  uuid: (sql) => sql`uuid`,
  boolean: (sql) => sql`boolean`,
  integer: (sql) => sql`bigint`,
  number: (sql) => sql`numeric`,
  date: (sql) => sql`date`,
  time: (sql) => sql`timestamptz`,
  localTime: (sql) => sql`timestamp`,
};
