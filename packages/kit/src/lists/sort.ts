import { fieldError, invalid } from '../problem.ts';
import { type Fragment, joined, type Sql } from '../sql.ts';
import { type FieldType, findField, type ListField, type ListFields } from './fields.ts';

export type SortTerm = { property: string; direction: 'asc' | 'desc'; field: ListField };

/**
 * Reads `field`, `field,asc` and `field,desc` (also `a,b,desc`, as Spring does).
 * Throws VALIDATION_FAILED for a field outside the list's own or another direction.
 */
export function parseSort(stated: readonly string[], fields: ListFields): SortTerm[] {
  const terms = stated.flatMap((text) => {
    const words = text.split(',').map((word) => word.trim());
    const last = words.at(-1)?.toLowerCase();
    const direction = last === 'desc' ? 'desc' : 'asc';
    const names = last === 'asc' || last === 'desc' ? words.slice(0, -1) : words;
    return names.map((property): SortTerm => {
      const field = findField(fields, property);
      if (!field || field.among) throw unknownSort(property, fields);
      return { property, direction, field };
    });
  });
  // A field sorts once: what follows the first mention can change nothing.
  return terms.filter(
    (term, at) => terms.findIndex((each) => each.property === term.property) === at,
  );
}

/** One column of an ORDER BY. */
export type OrderColumn = {
  column: string;
  type: FieldType;
  direction: 'asc' | 'desc';
  notNull: boolean;
  /** True when the column is folded to be compared. */
  folded: boolean;
};

/**
 * Returns the columns that sort terms order by, the key last. What breaks ties goes the way of the last
 * term, so that one index serves both directions.
 */
export function orderColumns(terms: readonly SortTerm[], key: string): OrderColumn[] {
  const direction = terms.at(-1)?.direction ?? 'asc';
  const stated = terms.map(({ field, direction }): OrderColumn => {
    const { type, notNull = false, sortedBy: [column] = [] } = field;
    return column
      ? { column, type: 'text', direction, notNull: true, folded: false }
      : { column: field.column, type, direction, notNull, folded: type === 'text' };
  });
  const ties = terms.at(-1)?.field.sortedBy?.slice(1) ?? [];
  const breakers = [
    ...ties.map((column) => ({ column, type: 'text' as const })),
    { column: key, type: 'uuid' as const },
  ].map((each): OrderColumn => ({ ...each, direction, notNull: true, folded: false }));
  return [...stated, ...breakers].filter(
    (each, at, all) => all.findIndex(({ column }) => column === each.column) === at,
  );
}

/** Returns columns as ORDER BY has them; nulls come last either way. */
export function toOrder(sql: Sql, columns: readonly OrderColumn[]): Fragment {
  const terms = columns.map((each) => {
    const value = compared(sql, each);
    if (each.direction === 'asc') return sql`${value} asc`;
    return each.notNull ? sql`${value} desc` : sql`${value} desc nulls last`;
  });
  return joined(terms);
}

/** Returns a column as it is compared: text without regard to case and accents. */
export const compared = (sql: Sql, { column, folded }: OrderColumn): Fragment =>
  folded ? sql`fold(${sql(column)})` : sql(column);

function unknownSort(property: string, fields: ListFields): Error {
  const known = Object.keys(fields)
    .filter((name) => !fields[name]?.among)
    .join(', ');
  return invalid(
    fieldError('sort', 'UNKNOWN_FIELD', `"${property.slice(0, 60)}" is not one of ${known}`),
  );
}
