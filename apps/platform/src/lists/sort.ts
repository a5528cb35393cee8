import { cutText } from '@atrium/kit/cut-text.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { type Fragment, joined, type Sql } from '@atrium/kit/sql.ts';
import type { FieldType, ListField, ListFields } from './fields.ts';

export type SortTerm = { property: string; direction: 'asc' | 'desc'; field: ListField };

/**
 * Reads `field`, `field,asc` and `field,desc` (also `a,b,desc`, as Spring does).
 * Throws VALIDATION_FAILED for a field outside the list's own or another direction.
 */
export function parseSort(stated: readonly string[], fields: ListFields): SortTerm[] {
  const sortable = new Map(Object.entries(fields).filter(([, { among }]) => !among));
  const terms = stated.flatMap((text) => {
    const words = text.split(',').map((word) => word.trim());
    const last = words.at(-1)?.toLowerCase();
    const direction = last === 'desc' ? 'desc' : 'asc';
    const names = last === 'asc' || last === 'desc' ? words.slice(0, -1) : words;
    return names.map((property): SortTerm => {
      const field = sortable.get(property);
      if (field) return { property, direction, field };
      const message = `"${cutText(property, 60)}" is not one of ${[...sortable.keys()].join(', ')}`;
      throw invalid(fieldError('sort', 'UNKNOWN_FIELD', message));
    });
  });
  return once(terms, ({ property }) => property);
}

/** One column of an ORDER BY. */
export type OrderColumn = {
  column: string;
  type: FieldType;
  direction: 'asc' | 'desc';
  notNull: boolean;
  /** True when the column is folded to be compared. */
  folded: boolean;
  /** The column that holds it folded already, where one does. */
  foldedIn?: string | undefined;
};

/**
 * Returns the columns that sort terms order by, the key last. What breaks ties goes the way of the last
 * term, so that one index serves both directions.
 */
export function orderColumns(terms: readonly SortTerm[], key: string): OrderColumn[] {
  const direction = terms.at(-1)?.direction ?? 'asc';
  const stated = terms.map(({ field, direction }): OrderColumn => {
    const { type, notNull = false, foldedIn, sortedBy: [column] = [] } = field;
    return column
      ? { column, type: 'text', direction, notNull: true, folded: false }
      : { column: field.column, type, direction, notNull, folded: type === 'text', foldedIn };
  });
  const breaks = { direction, notNull: true, folded: false } as const;
  const ties = terms.at(-1)?.field.sortedBy?.slice(1) ?? [];
  const breakers = ties.map((column) => ({ column, type: 'text' as const, ...breaks }));
  const all: OrderColumn[] = [...stated, ...breakers, { column: key, type: 'uuid', ...breaks }];
  return once(all, ({ column }) => column);
}

/** Returns what sorts by its first mention: what follows can change nothing. */
const once = <T>(all: readonly T[], by: (each: T) => string): T[] =>
  all.filter((each, at) => all.findIndex((other) => by(other) === by(each)) === at);

/** Returns columns as ORDER BY has them; nulls come last either way. */
export function toOrder(sql: Sql, columns: readonly OrderColumn[]): Fragment {
  const way = ({ direction, notNull }: OrderColumn) =>
    direction === 'asc' || notNull ? direction : 'desc nulls last';
  return joined(columns.map((each) => sql`${compared(sql, each)} ${sql.unsafe(way(each))}`));
}

/** Returns a column as it is compared: text without regard to case and accents. */
export const compared = (sql: Sql, { column, folded, foldedIn }: OrderColumn): Fragment =>
  folded ? foldedText(sql, sql(column), foldedIn) : sql(column);

/** Returns a text as it is compared: as a column holds it, else folded now. */
export const foldedText = (sql: Sql, text: Fragment, foldedIn: string | undefined): Fragment =>
  foldedIn === undefined ? sql`fold(${text})` : sql`coalesce(${sql(foldedIn)}, fold(${text}))`;
