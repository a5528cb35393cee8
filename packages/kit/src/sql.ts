/**
 * SQL as a template tag. A value in the text becomes a bound parameter, a fragment becomes part of
 * the text, and nothing is sent before it is awaited.
 */
export interface Sql {
  <T extends readonly unknown[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Query<T>;
  /** The name of a table or column, `a.b` with its table. */
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
/** The rows that a statement answers, and how many it answered or changed. */
export type Rows<T extends readonly unknown[] = Row[]> = T & { readonly count: number };
type Plain = string | number | bigint | boolean | null | Date | Uint8Array;
export type Value = Plain | Fragment | readonly Plain[];
export type Columns = Readonly<Record<string, Value>>;
/** Sends a statement and answers its rows. */
export type Run = (text: string, values: readonly unknown[]) => Promise<Rows>;

/** A part of a statement. */
export class Fragment {
  readonly writeTo: (to: Statement) => void;

  constructor(writeTo: (to: Statement) => void) {
    this.writeTo = writeTo;
  }
}

/** A statement that runs once, when it is awaited; as a value of another one it is a fragment. */
export class Query<T extends readonly unknown[] = Row[]>
  extends Fragment
  implements Promise<Rows<T>>
{
  readonly [Symbol.toStringTag] = 'Query';
  readonly #run: Run;
  #rows: Promise<Rows<T>> | undefined;

  constructor(writeTo: (to: Statement) => void, run: Run) {
    super(writeTo);
    this.#run = run;
  }

  /** Returns the text of the statement and its values. */
  toStatement(): Statement {
    return new Statement().add(this);
  }

  /** Sends the statement now. */
  send(): Promise<Rows<T>> {
    if (this.#rows) return this.#rows;
    const { text, values } = this.toStatement();
    this.#rows = this.#run(text, values) as Promise<unknown> as Promise<Rows<T>>;
    return this.#rows;
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
}

class Statement {
  text = '';
  readonly values: unknown[] = [];

  add(value: unknown): this {
    if (value instanceof Fragment) value.writeTo(this);
    else if (value === undefined) throw new TypeError(`Undefined after: ${this.text.slice(-60)}`);
    else this.text += `$${this.values.push(value)}`;
    return this;
  }
}

/** Makes a tag whose statements are sent by `run`. */
export function createSql(run: Run): Sql {
  const tag = (first: TemplateStringsArray | string | Columns, ...values: Value[]) => {
    if (typeof first === 'string') return identifier(first);
    if (isTemplate(first)) return new Query((to) => writeTemplate(to, first, values), run);
    return columnsOf([first].flat());
  };
  const json = (value: unknown) => new Fragment((to) => to.add(JSON.stringify(value ?? null)));
  const unsafe = (text: string, values: readonly unknown[] = []) =>
    new Query((to) => {
      to.text += text;
      to.values.push(...values);
    }, run);
  return Object.assign(tag, { json, unsafe }) as Sql;
}

const isTemplate = (first: object): first is TemplateStringsArray => 'raw' in first;

function writeTemplate(to: Statement, strings: TemplateStringsArray, values: Value[]): void {
  for (const [at, text] of strings.entries()) {
    if (at > 0) to.add(values[at - 1]);
    to.text += text;
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`;

const identifier = (name: string) =>
  new Fragment((to) => {
    to.text += quoted(name);
  });

/** `a = $1, b = $2` after `set`, otherwise `(a, b) values ($1, $2), …`. */
function columnsOf(rows: readonly Columns[]): Fragment {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => quoted(toSnake(name)));
  return new Fragment((to) => {
    const isUpdate = /\sset\s*$/i.test(to.text.slice(-20));
    if (!isUpdate) to.text += `(${columns}) values `;
    for (const [n, row] of rows.entries()) {
      if (!isUpdate) to.text += n > 0 ? '), (' : '(';
      for (const [at, name] of names.entries()) {
        if (at > 0) to.text += ', ';
        if (isUpdate) to.text += `${columns[at]} = `;
        to.add(row[name]);
      }
    }
    if (!isUpdate) to.text += ')';
  });
}

/** `firstName` as its column is called. */
export const toSnake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
