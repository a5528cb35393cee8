import type { Fragment, Sql } from 'postgres';
import { fieldError, invalid } from '../problem.ts';
import { findField, type ListField, type ListFields } from './fields.ts';

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
      if (!field) throw unknownSort(property, fields);
      return { property, direction, field };
    });
  });
  // A field sorts once: what follows the first mention can change nothing.
  return terms.filter(
    (term, at) => terms.findIndex((each) => each.property === term.property) === at,
  );
}

/** ORDER BY terms, the key last. Text sorts without regard to case and accents. */
export function orderBy(sql: Sql, terms: readonly SortTerm[], key: string): Fragment {
  return terms.reduceRight(
    (rest, { field, direction }) => {
      const column =
        field.type === 'text' ? sql`fold(${sql(field.column)})` : sql`${sql(field.column)}`;
      if (direction === 'asc') return sql`${column} asc, ${rest}`;
      return field.notNull ? sql`${column} desc, ${rest}` : sql`${column} desc nulls last, ${rest}`;
    },
    sql`${sql(key)} asc`,
  );
}

function unknownSort(property: string, fields: ListFields): Error {
  const known = Object.keys(fields).join(', ');
  return invalid(
    fieldError('sort', 'UNKNOWN_FIELD', `"${property.slice(0, 60)}" is not one of ${known}`),
  );
}
