import type { Sql } from 'postgres';

/** What a query of postgres.js 3.4.9 holds that another one needs (its `src/query.js`). */
type Parts = { handler: unknown; canceller: unknown; constructor: { prototype: object } };
type Strings = readonly string[] & { raw?: readonly string[] };

/**
 * The same client, whose queries are let go by the first collection of garbage after them. Those of
 * postgres.js come with two closures over themselves, and what V8 14.6 makes in that way outlives
 * every small collection until the next full one, rows and all: see ADR 28.
 */
export function withYoungQueries(sql: Sql): Sql {
  // Nothing is sent for a query that nobody awaits.
  const { handler, canceller, constructor: Query } = sql`` as unknown as Parts;
  // Parts of statements are told by `instanceof`, and whatever runs a query is inherited.
  Object.setPrototypeOf(YoungQuery.prototype, Query.prototype);

  const call = (strings: Strings, ...args: unknown[]) =>
    Array.isArray(strings?.raw)
      ? new YoungQuery(strings, args, { handler, canceller, options: {} })
      : sql(strings as never, ...(args as never[]));
  const unsafe = (text: string, args: unknown[] = [], options: object = {}) =>
    new YoungQuery([text], args, {
      handler,
      canceller,
      options: { prepare: false, simple: args.length === 0, ...options },
    });
  return Object.assign(call, sql, { unsafe }) as unknown as Sql;
}

/** Where in the program each statement stands, found out once for each. */
const origins = new WeakMap<Strings, string>();

/** The fields of postgres.js's query; what settles it is the promise's own. */
class YoungQuery extends Promise<unknown> {
  tagged: boolean;
  strings: Strings;
  args: readonly unknown[];
  handler: unknown;
  canceller: unknown;
  options: object;
  state = null;
  statement = null;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  active = false;
  cancelled = null;
  executed = false;
  signature = '';

  constructor(
    strings: Strings,
    args: readonly unknown[],
    parts: { handler: unknown; canceller: unknown; options: object },
  ) {
    let settle = {} as Pick<YoungQuery, 'resolve' | 'reject'>;
    super((resolve, reject) => {
      settle = { resolve, reject };
    });
    this.tagged = Array.isArray(strings.raw);
    this.strings = strings;
    this.args = args;
    this.handler = parts.handler;
    this.canceller = parts.canceller;
    this.options = parts.options;
    this.resolve = settle.resolve;
    this.reject = settle.reject;
    if (this.tagged && !origins.has(strings)) origins.set(strings, shortStack());
  }

  static override get [Symbol.species]() {
    return Promise;
  }

  /** The stack that postgres.js adds to an error of this query. */
  get origin(): string {
    return origins.get(this.strings) ?? '';
  }

  /** Whether it still runs is not kept here, and the connection is others' as well. */
  cancel(): never {
    throw new Error('A query on a shared connection cannot be cancelled');
  }
}

function shortStack(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 5;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return stack;
}
