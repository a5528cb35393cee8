import { columnOf, type RecordFields } from '../src/lists/record-fields.ts';
import type { World } from './world.ts';

/** Compares a database table with a table of fields; answers the columns that only one of them has. */
export async function unknownColumns(w: World, table: string, fields: RecordFields) {
  const columns = await w.db.asPlatform(
    (tx) => tx<{ name: string }[]>`
      select attname as name from pg_attribute
       where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`,
  );
  const names = columns.map(({ name }) => name);
  const stored = Object.entries(fields).filter(([, field]) => field.update ?? field.create);
  const all = new Set(Object.entries(fields).map(([name, field]) => columnOf(name, field)));
  return {
    onlyInDatabase: names.filter((name) => !all.has(name)),
    onlyInFields: stored
      .map(([name, field]) => columnOf(name, field))
      .filter((name) => !names.includes(name)),
  };
}
