import { pathOf } from './attribute-path.ts';
import type { Store } from './store.ts';

const columnsOfAttributes =
  "select name from system.columns where database = currentDatabase() and table = 'events' " +
  "and match(name, '^k([0-9a-f]{2})+$')";

/**
 * Gives each listed attribute a column of its own, which the engine fills from `attribute` and
 * codes by a dictionary, and drops the columns of others. Answers do not depend on them. Returns
 * the paths that have a column. Tables that an operator made are taken as they are.
 */
export async function prepareAttributeColumns(
  { writer, tablesGiven }: Pick<Store, 'writer' | 'tablesGiven'>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = (await writer.select(columnsOfAttributes)).map(([name]) => String(name));
  if (tablesGiven) return new Set(found);
  const wanted = new Set(keys.map(pathOf));
  for (const path of found.filter((each) => !wanted.has(each)))
    await writer.command(`alter table events drop column ${path}`);
  for (const path of wanted.difference(new Set(found))) {
    const type = 'LowCardinality(Nullable(String))';
    await writer.command(
      `alter table events add column ${path} ${type} materialized attribute.${path}.:String`,
    );
    // In the background: until then a part makes the column from `attribute` when it is read.
    await writer.command(
      `alter table events materialize column ${path} settings mutations_sync = 0`,
    );
  }
  return wanted;
}
