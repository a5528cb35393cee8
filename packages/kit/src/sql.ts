/**
 * SQL as a template tag: a value in the text becomes a bound parameter, a fragment becomes part of
 * the text. `` sql`…` `` sends nothing until it is awaited.
 */
export interface Sql {
  <T extends readonly unknown[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Query<T>;
  /** A name of a table or column, `a.b` with its table. */
  (name: string): Fragment;
  /** Columns with values, after `insert into x` or `set`; keys in camel case. */
  (columns: Columns | readonly Columns[]): Fragment;
  /** A value that is stored as JSON. */
  json(value: unknown): Fragment;
  /** Trusted text, with `$1`… for its values. */
  unsafe<T extends readonly unknown[] = Row[]>(text: string, values?: readonly unknown[]): Query<T>;
}

// biome-ignore lint/suspicious/noExplicitAny: the caller knows what it selects
export type Row = Record<string, any>;
/** The rows that a statement answers and how many it answered or changed. */
export type Rows<T extends readonly unknown[] = Row[]> = T & { readonly count: number };
export type Columns = Readonly<Record<string, Value>>;
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Fragment
  | readonly (string | number | boolean | null)[];

/** Sends a statement and answers its rows. */
export type Run = (text: string, values: readonly unknown[]) => Promise<Rows>;
type Statement = { text: string; values: unknown[] };

/** A part of a statement. */
export class Fragment {
  readonly writeTo: (statement: Statement) => void;

  constructor(writeTo: (statement: Statement) => void) {
    this.writeTo = writeTo;
  }
}

/** A statement that runs when it is awaited, and once; as a value of another one it is a fragment. */
export class Query<T extends readonly unknown[] = Row[]>
  extends Fragment
  implements Promise<Rows<T>>
{
  readonly [Symbol.toStringTag] = 'Query';
  readonly #run: Run;
  #rows: Promise<Rows<T>> | undefined;

  constructor(writeTo: (statement: Statement) => void, run: Run) {
    super(writeTo);
    this.#run = run;
  }

  // biome-ignore lint/suspicious/noThenProperty: this is how a query is awaited
  then<A = Rows<T>, B = never>(
    done?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.send().then(done, failed);
  }

  catch<B = never>(failed?: ((error: unknown) => B | PromiseLike<B>) | null) {
    return this.send().catch(failed);
  }

  finally(done?: (() => void) | null) {
    return this.send().finally(done);
  }

  /** Sends the statement now. */
  send(): Promise<Rows<T>> {
    if (!this.#rows) {
      const statement: Statement = { text: '', values: [] };
      this.writeTo(statement);
      this.#rows = this.#run(statement.text, statement.values) as unknown as Promise<Rows<T>>;
    }
    return this.#rows;
  }
}

/** Makes a tag whose statements are sent by `run`. */
export function createSql(run: Run): Sql {
  const tag = (
    first: TemplateStringsArray | string | Columns | readonly Columns[],
    ...values: Value[]
  ) => {
    if (typeof first === 'string') return identifier(first);
    if (isTemplate(first)) return new Query((to) => writeTemplate(to, first, values), run);
    return columnsOf(Array.isArray(first) ? first : [first]);
  };
  const json = (value: unknown) => new Fragment((to) => bind(to, JSON.stringify(value ?? null)));
  const unsafe = (text: string, values: readonly unknown[] = []) =>
    new Query((to) => {
      to.text += text;
      to.values.push(...values);
    }, run);
  return Object.assign(tag, { json, unsafe }) as Sql;
}

const isTemplate = (first: object): first is TemplateStringsArray => 'raw' in first;

function writeTemplate(
  to: Statement,
  strings: TemplateStringsArray,
  values: readonly Value[],
): void {
  to.text += strings[0];
  for (let at = 0; at < values.length; at++) {
    bind(to, values[at]);
    to.text += strings[at + 1];
  }
}

function bind(to: Statement, value: unknown): void {
  if (value instanceof Fragment) value.writeTo(to);
  else if (value === undefined)
    throw new TypeError(`Undefined as a value after: ${to.text.slice(-60)}`);
  else to.text += `$${to.values.push(value)}`;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function identifier(name: string): Fragment {
  return new Fragment((to) => {
    to.text += name.split('.').map(quoted).join('.');
  });
}

/** `a = $1, b = $2` after `set`, otherwise `(a, b) values ($1, $2), …`. */
function columnsOf(rows: readonly Columns[]): Fragment {
  const names = Object.keys(rows[0] ?? {});
  const each = (to: Statement, write: (name: string) => void) =>
    names.forEach((name, at) => {
      if (at > 0) to.text += ', ';
      write(name);
    });
  return new Fragment((to) => {
    if (names.length === 0) throw new TypeError('There are no columns');
    const column = (name: string) => {
      to.text += quoted(toSnake(name));
    };
    if (/\sset\s*$/i.test(to.text.slice(-20))) {
      each(to, (name) => {
        column(name);
        to.text += ' = ';
        bind(to, rows[0]?.[name]);
      });
      return;
    }
    to.text += '(';
    each(to, column);
    rows.forEach((row, at) => {
      to.text += at === 0 ? ') values (' : '), (';
      each(to, (name) => bind(to, row[name]));
    });
    to.text += ')';
  });
}

/** `firstName` as a column is called. */
export const toSnake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const camels = new Map<string, string>();

/** A column's name as rows have it. */
export function toCamel(column: string): string {
  let name = camels.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (camels.size < 2_000) camels.set(column, name);
  }
  return name;
}
