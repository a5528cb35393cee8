import type { Fragment } from 'postgres';
import { type Static, type TSchema, Type } from 'typebox';
import type { ListFields } from './fields.ts';
import type { ListMemory } from './list-memory.ts';
import { type OrderColumn, parseSort } from './sort.ts';

export const defaultSize = 20;
export const maxSize = 100;
const maxPage = 10_000_000;

const SortTerm = Type.String({ maxLength: 100 });

/** The query of a GET list: `page` counts from 0, `size` is clamped to 1..100. */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: maxPage, default: 0 })),
  size: Type.Optional(Type.Integer({ default: defaultSize, description: 'Clamped to 1..100' })),
  sort: Type.Optional(
    Type.Array(SortTerm, { maxItems: 10, description: 'field,asc or field,desc; repeatable' }),
  ),
});

/** The paging part of a `/api/v2/*` body, where a size outside 1..100 is refused. */
export const PageBody = Type.Object({
  page: orNull(Type.Integer({ minimum: 0, maximum: maxPage, default: 0 })),
  size: orNull(Type.Integer({ minimum: 1, maximum: maxSize, default: defaultSize })),
  sort: orNull(Type.Array(SortTerm, { maxItems: 10 })),
});

export type PageRequest = Static<typeof PageBody>;

/** Clients with typed requests write what is not set as null. */
function orNull<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** The envelope of a page, with the field names of Spring Data. */
export function PageOf<S extends TSchema>(item: S) {
  return Type.Object({
    content: Type.Array(item),
    number: Type.Integer(),
    size: Type.Integer(),
    totalElements: Type.Integer(),
    totalPages: Type.Integer(),
    numberOfElements: Type.Integer(),
    first: Type.Boolean(),
    last: Type.Boolean(),
    empty: Type.Boolean(),
    sort: Type.Array(Type.Object({ property: Type.String(), direction: Type.String() })),
  });
}

/** What a list selects; every part is a fragment of trusted SQL with bound parameters. */
export type ListQuery = {
  /** The tenant; where a statement is its own transaction, this is what enters it. */
  entered: Fragment;
  select: Fragment | JsonSelect;
  from: Fragment;
  where: Fragment;
  fields: ListFields;
  /** Column that ends every ORDER BY, so that pages never lose or repeat a row. */
  key: string;
  /**
   * Finds the keys of the page before it reads the rows: for wide rows and `select`s that look
   * further, which a deep page would otherwise work out for every row it skips.
   */
  keysFirst?: boolean;
  /** Order when the request states none, as `sort` terms. */
  defaultSort?: readonly string[];
  /** Order before the key when the request states none and the answer shows none. */
  defaultOrder?: OrderColumn;
  /** A further condition, by a text index and by comparing each row: which is cheaper depends. */
  search?: { indexed: Fragment; compared: Fragment } | undefined;
  /** Makes the list remember its total and where deep pages begin. */
  memory?: ListProof | undefined;
};

/**
 * Rows as JSON texts that pass on. `version` is a text that another state of the row never has; with
 * a memory, what was answered of the page before is not written again.
 */
export type JsonSelect = { json: Fragment; version: Fragment };

/** How a list proves that what is remembered of it still holds. */
export type ListProof = {
  memory: ListMemory;
  /** Names the list and everything that its rows depend on. */
  key: string;
  /** The state that a statement sees, as text; null where it must not be remembered. */
  snapshot: Fragment;
  /** Whether rows of the list may have changed since a state. */
  changedSince: (snapshot: string) => Fragment;
};

/** The part of a list that is asked for. */
export type PageRead = ReturnType<typeof parsePage>;

/** The part of a list that a request asks for. Throws VALIDATION_FAILED for an unknown sort field. */
export function parsePage(
  request: PageRequest,
  fields: ListFields,
  defaultSort: readonly string[] = [],
) {
  const { page, size, sort } = request;
  return {
    number: page ?? 0,
    size: Math.min(Math.max(size ?? defaultSize, 1), maxSize),
    terms: parseSort(sort?.length ? sort : defaultSort, fields),
    isSorted: Boolean(sort?.length),
  };
}

/** Wraps the rows of a page. */
export function toPage<Row>(content: Row[], total: number, { number, size, terms }: PageRead) {
  const totalPages = Math.ceil(total / size);
  return {
    content,
    number,
    size,
    totalElements: total,
    totalPages,
    numberOfElements: content.length,
    first: number === 0,
    last: number >= totalPages - 1,
    empty: content.length === 0,
    sort: terms.map(({ property, direction }) => ({
      property,
      direction: direction.toUpperCase(),
    })),
  };
}

/** A row that the database has written as JSON. */
export type JsonRow = { json: string };

type JsonReply<Sent> = { type(mediaType: string): { send(text: never): Sent } };

/** Answers a page of such rows as `PageOf` has it. */
export function sendPage<Sent>(
  reply: JsonReply<Sent>,
  { content, ...page }: ReturnType<typeof toPage<JsonRow>>,
): Sent {
  const rows = content.map((row) => row.json).join();
  const text = `{"content":[${rows}],${JSON.stringify(page).slice(1)}`;
  return reply.type('application/json; charset=utf-8').send(text as never);
}
