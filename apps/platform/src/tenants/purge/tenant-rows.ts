import type { Tx } from '../../database/transaction.ts';

export type TenantTable = {
  name: string;
  /** The tables that its rows refer to. */
  parents: string[];
  /** The columns by which its rows refer to others of the same table. */
  ownReferences: string[];
};

/** Returns every table that bears a tenant, from the database's own catalogue, each before those it refers to. */
export async function listTenantTables(tx: Tx): Promise<TenantTable[]> {
  return childrenFirst(
    await tx<TenantTable[]>`
      select c.relname as name,
             array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
                    where f.contype = 'f' and f.conrelid = c.oid and p.oid <> c.oid) as parents,
             array(select distinct k.attname::text
                     from pg_constraint f join pg_attribute k on k.attrelid = c.oid and k.attnum = any(f.conkey)
                    where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = c.oid
                      and k.attname <> 'tenant_uuid') as own_references
        from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.attname = 'tenant_uuid'
       order by c.relname`,
  );
}

function childrenFirst(tables: readonly TenantTable[]): TenantTable[] {
  const ordered: TenantTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some((each) => each.parents.includes(name)));
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${left.map((each) => each.name)}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** Deletes at most so many rows of a tenant in a table, and returns how many. */
export async function deleteSomeRows(
  tx: Tx,
  { name }: TenantTable,
  tenantUuid: string,
  most: number,
): Promise<number> {
  const { count } = await tx`
    delete from ${tx(name)} where tenant_uuid = ${tenantUuid} and ctid = any(array(
      select ctid from ${tx(name)} where tenant_uuid = ${tenantUuid} limit ${most}))`;
  return count;
}

/** Parts at most so many rows from others of their table, so that each can go by itself; returns how many. */
export async function partSomeRows(
  tx: Tx,
  { name, ownReferences }: TenantTable,
  tenantUuid: string,
  most: number,
): Promise<number> {
  let parted = 0;
  for (const column of ownReferences) {
    const { count } = await tx`
      update ${tx(name)} set ${tx({ [column]: null })} where ctid = any(array(
        select ctid from ${tx(name)}
         where tenant_uuid = ${tenantUuid} and ${tx(column)} is not null limit ${most}))`;
    parted += count;
  }
  return parted;
}

/** Deletes all rows of a tenant that are left, and the tenant itself, whom nothing can join meanwhile. */
export async function deleteLastRows(
  tx: Tx,
  tables: readonly TenantTable[],
  tenantUuid: string,
): Promise<Record<string, number>> {
  await tx`select 1 from tenants where tenant_uuid = ${tenantUuid} for update`;
  const removed: Record<string, number> = {};
  for (const { name } of tables) {
    const { count } = await tx`delete from ${tx(name)} where tenant_uuid = ${tenantUuid}`;
    if (count > 0) removed[reportName(name)] = count;
  }
  return removed;
}

/** Returns a table's name as the report of a removal has it. */
export const reportName = (name: string) =>
  name.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase());
