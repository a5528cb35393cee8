/** A value that a statement is given: text, a list of texts, or a whole number. */
export type Bound = string | readonly string[] | number;

/** A statement with `{name:Type}` placeholders and the values that the engine binds to them. */
export type BoundSql = {
  sql: string;
  params: Readonly<Record<string, Bound>>;
};

/** Returns the type of a value's placeholder. */
export function boundType(value: Bound): 'String' | 'Array(String)' | 'Int64' {
  if (typeof value === 'string') return 'String';
  return typeof value === 'number' ? 'Int64' : 'Array(String)';
}

/** The cost of one query at which the engine stops it. */
export type QueryCaps = {
  seconds: number;
  memoryBytes: number;
  rowsRead: number;
  threads: number;
};

/**
 * The one connection that writes. It runs one statement at a time and takes no value from
 * outside in a statement: data comes in as lines (JSON arrays, one a row).
 */
export type StoreWriter = {
  command(sql: string): Promise<void>;
  select(sql: string): Promise<unknown[][]>;
  /** Inserts lines. Of two inserts with the same token the store of many writers leaves the second out. */
  load(table: string, lines: string, token?: string): Promise<void>;
};

/**
 * A place that speaks ClickHouse SQL: the embedded engine or a server. Readers and the writer
 * run beside each other; `readers` says how many queries run at a time.
 */
export type Store = {
  readonly readers: number;
  readonly writer: StoreWriter;
  /** A connection of its own for what must not wait for the writer. */
  readonly control: Pick<StoreWriter, 'command' | 'select'>;
  /** Returns what a mutation of a table names: in a cluster the table of each node and not the one over all. */
  mutable(table: string): string;
  /** True when somebody else makes and changes the tables. */
  readonly tablesGiven: boolean;
  /** Paths of the attributes that have a column of their own. */
  readonly attributeColumns?: ReadonlySet<string>;
  /** Grows when another process may have written since: what is remembered of the store is then old. */
  readonly term?: number;
  /**
   * Runs a query and returns its rows as arrays. Throws StoreError; with the code of a
   * cancelled query when `signal` was aborted.
   */
  query(statement: BoundSql, caps: QueryCaps, signal?: AbortSignal): Promise<unknown[][]>;
  /** Resolves when the engine answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** A failure of the engine by its ClickHouse code. Its message may hold values, so it never leaves. */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly code: number;

  constructor(code: number, cause: unknown) {
    super(`ClickHouse code ${code}`);
    this.code = code;
    Object.defineProperty(this, 'cause', { value: cause, enumerable: false });
  }
}

/** Codes of ClickHouse's ErrorCodes.cpp that this service tells apart. */
export const storeCodes = {
  unknown: 0,
  unknownTable: 60,
  timeoutExceeded: 159,
  tooManyRows: 158,
  tooManyBytes: 307,
  memoryLimit: 241,
  cancelled: 394,
} as const;
