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
  // biome-ignore lint/suspicious/noThenProperty: this is how a query is awaited
  readonly then: Promise<Rows<T>>['then'] = (...handlers) => this.send().then(...handlers);
  readonly catch: Promise<Rows<T>>['catch'] = (handler) => this.send().catch(handler);
  readonly finally: Promise<Rows<T>>['finally'] = (handler) => this.send().finally(handler);
  readonly #run: Run;
  #rows: Promise<Rows<T>> | undefined;

  constructor(writeTo: (to: Statement) => void, run: Run) {
    super(writeTo);
    this.#run = run;
  }

  /** Returns the text of the statement and its values. */
  toStatement = (): Statement => new Statement().add(this);

  /** Sends the statement now. */
  send(): Promise<Rows<T>> {
    if (this.#rows) return this.#rows;
    const { text, values } = this.toStatement();
    this.#rows = this.#run(text, values) as Promise<unknown> as Promise<Rows<T>>;
    return this.#rows;
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
    if ('raw' in first) return new Query(template(first as TemplateStringsArray, values), run);
    return columnsOf([first].flat());
  };
  const json = (value: unknown) => part`${JSON.stringify(value ?? null)}`;
  const unsafe = (text: string, values: readonly unknown[] = []) =>
    new Query((to) => {
      to.text += text;
      to.values.push(...values);
    }, run);
  return Object.assign(tag, { json, unsafe }) as Sql;
}

const template = (strings: TemplateStringsArray, values: readonly unknown[]) => (to: Statement) => {
  for (const [at, text] of strings.entries()) {
    if (at > 0) to.add(values[at - 1]);
    to.text += text;
  }
};

const part = (strings: TemplateStringsArray, ...values: unknown[]) =>
  new Fragment(template(strings, values));

/** Fragments with commas between them. */
export const joined = (parts: readonly Fragment[]) =>
  new Fragment((to) => {
    for (const [at, each] of parts.entries()) to.add(at > 0 ? part`, ${each}` : each);
  });

const identifier = (name: string) =>
  new Fragment((to) => {
    to.text += `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`;
  });

/** Writes `a = $1, b = $2` after `set`, otherwise `(a, b) values ($1, $2), …`. */
function columnsOf(rows: readonly Columns[]): Fragment {
  const [first = {}] = rows;
  const names = Object.keys(first);
  const column = (name: string) => identifier(toSnake(name));
  const assigned = names.map((name) => part`${column(name)} = ${first[name]}`);
  const inserted = rows.map((row) => part`(${joined(names.map((name) => part`${row[name]}`))})`);
  const insert = part`(${joined(names.map(column))}) values ${joined(inserted)}`;
  const isUpdate = (text: string) => /\sset\s*$/i.test(text.slice(-20));
  return new Fragment((to) => to.add(isUpdate(to.text) ? joined(assigned) : insert));
}

/** Returns `firstName` as its column is called. */
export const toSnake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
