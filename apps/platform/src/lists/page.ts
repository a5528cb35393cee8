import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { Named, shared } from '@atrium/kit/schema.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { type Static, type TSchema, Type } from 'typebox';
import { CursorText, placeOf } from './cursor.ts';
import type { ListFields } from './fields.ts';
import { type OrderColumn, parseSort, type SortTerm } from './sort.ts';

export const defaultSize = 20;
export const maxSize = 100;

/** Clients with typed requests write what is not set as null. */
const orNull = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));

const fromZero = 'From 0, which is the default';
const Page = Type.Integer({ minimum: 0, maximum: 10_000_000, description: fromZero });
const Cursor = CursorText(
  4_000,
  'Instead of `page`: empty for the first page, then `nextCursor` of the page before',
);
const SortText = Type.String({ maxLength: 100 });

/** The query of a GET list: `page` counts from 0, `size` is clamped to 1..100. */
export const PageQuery = Type.Object({
  page: Type.Optional({ ...Page, ...shared }),
  cursor: Type.Optional({ ...Cursor, ...shared }),
  size: Type.Optional(
    Type.Integer({ ...shared, default: defaultSize, description: 'Clamped to 1..100' }),
  ),
  sort: Type.Optional(
    Type.Array(SortText, {
      ...shared,
      maxItems: 10,
      description: 'field,asc or field,desc; repeatable',
    }),
  ),
});

/** The paging part of a `/api/v2/*` body, where a size outside 1..100 is refused. */
export const PageBody = Type.Object({
  page: orNull(Page),
  cursor: orNull(Cursor),
  size: orNull(Type.Integer({ minimum: 1, maximum: maxSize, default: defaultSize })),
  sort: orNull(Type.Array(SortText, { maxItems: 10 })),
});

export type PageRequest = Static<typeof PageBody>;

/** The envelope of a page, with the field names of Spring Data. */
export function PageOf<S extends TSchema & { title: string }>(item: S) {
  return Named(`${item.title}Page`, {
    content: Type.Array(item),
    number: Type.Integer(),
    size: Type.Integer(),
    totalElements: Type.Integer(),
    totalPages: Type.Integer(),
    numberOfElements: Type.Integer(),
    first: Type.Boolean(),
    last: Type.Boolean(),
    empty: Type.Boolean(),
    sort: Type.Array(Named('SortTerm', { property: Type.String(), direction: Type.String() })),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'The `cursor` of the next page; null at the end',
    }),
  });
}

type Sorted = Pick<ListQuery, 'fields' | 'defaultSort'>;

/** A list's statement; every part is a fragment of trusted SQL with bound parameters. */
export type ListQuery = {
  select: Fragment;
  from: Fragment;
  where: Fragment;
  fields: ListFields;
  /** Column that ends every ORDER BY, so that pages never lose or repeat a row. */
  key: string;
  /** Finds the keys of the page before the rows: for wide ones, which a deep page would read just to skip them. */
  keysFirst?: boolean;
  /** The condition costs more than the rows: they are found once, for the page and the total. */
  isSearch?: boolean;
  /** The condition of a search for one that finds many: it is asked of each row in their order. */
  whereMany?: Fragment;
  /** Order when the request states none, as `sort` terms. */
  defaultSort?: readonly string[];
  /** Order before the key when the request states none and the answer shows none. */
  defaultOrder?: OrderColumn;
};

/** A row that a page comes after: how many rows end with it, and its values of the order's columns. */
type After = { offset: number; values: (string | null)[] };

/** The place of a page; `offset` rows come before it, and those up to `after` need not be read. */
export type Place = { offset: number; size: number; terms: SortTerm[]; after: After | undefined };

/**
 * Reads where the page of a request is. Throws VALIDATION_FAILED for an unknown sort field and for
 * `page` together with `cursor`.
 */
export function parsePage(request: PageRequest, { fields, defaultSort = [] }: Sorted): Place {
  const { page, cursor, sort } = request;
  if (typeof page === 'number' && cursor != null)
    throw invalid(fieldError('cursor', 'NOT_WITH_PAGE', 'must not be stated together with page'));
  const terms = parseSort(sort?.length ? sort : defaultSort, fields);
  const size = Math.min(Math.max(request.size ?? defaultSize, 1), maxSize);
  const after = placeOf<After>(cursor);
  return { offset: after?.offset ?? (page ?? 0) * size, size, terms, after };
}

/** Wraps the rows of a page; with the sort values of its last row if others follow. */
export function toPage<Row>(content: Row[], total: number, place: Place, next?: After['values']) {
  const { offset, size, terms } = place;
  const number = Math.floor(offset / size);
  const totalPages = Math.ceil(total / size);
  return {
    content,
    number,
    size,
    totalElements: total,
    totalPages,
    numberOfElements: content.length,
    first: offset === 0,
    last: number >= totalPages - 1,
    empty: content.length === 0,
    sort: terms.map((it) => ({ property: it.property, direction: it.direction.toUpperCase() })),
    nextCursor: next ? JSON.stringify({ offset: offset + size, values: next }) : null,
  };
}
