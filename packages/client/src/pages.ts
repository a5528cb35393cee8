import type { CallOptions, Input } from './calls.ts';
import type { Row } from './table.ts';

type Call = (row: Row, input?: Input, options?: CallOptions) => Promise<unknown>;
type Part = { content?: unknown[]; nextCursor?: string | null };

/** A list: awaited it is one page, iterated it is each of its records from the first to the last. */
export type Paged<Page, Item> = Promise<Page> & AsyncIterable<Item>;

/** Returns a list that asks for nothing until it is awaited or iterated. */
export function paged(
  call: Call,
  row: Row,
  input: Input = {},
  options: CallOptions = {},
): Paged<unknown, unknown> {
  let page: Promise<unknown> | undefined;
  const asPage = () => {
    page ??= call(row, input, options);
    return page;
  };
  return {
    [Symbol.toStringTag]: 'Paged',
    // biome-ignore lint/suspicious/noThenProperty: a list is awaited for one page of it
    then: (done, fail) => asPage().then(done, fail),
    catch: (fail) => asPage().catch(fail),
    finally: (after) => asPage().finally(after),
    async *[Symbol.asyncIterator]() {
      const inBody = row.cursor === 'body';
      const stated = (inBody ? (input.body as Input | undefined) : input) ?? {};
      const { page: _, cursor: first, ...others } = stated;
      let cursor: unknown = first ?? '';
      const seen = new Set<unknown>();
      do {
        seen.add(cursor);
        const asked = { ...others, cursor };
        const part = (await call(
          row,
          inBody ? { ...input, body: asked } : (asked as Input),
          options,
        )) as Part;
        yield* part.content ?? [];
        cursor = part.nextCursor;
        if (seen.has(cursor)) throw new Error('The server leads in a circle: a cursor came twice');
      } while (cursor !== null && cursor !== undefined && cursor !== '');
    },
  };
}
