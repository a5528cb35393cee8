/**
 * SQL as a template tag. A value in the text becomes a bound parameter, a fragment becomes part of
 * the text, and nothing is sent before it is awaited.
 */
export interface Sql {
  <T extends List = Row[]>(texts: TemplateStringsArray, ...values: readonly Value[]): Query<T>;
  /** The name of a table or column, `a.b` with its table. */
  (name: string): Fragment;
  /** Columns with values, after `insert into x` or `set`; keys in camel case. */
  (columns: Columns | readonly Columns[]): Fragment;
  /** A value that is stored as JSON. */
  json(value: unknown): Fragment;
  /** Trusted text, with `$1`… for its values. */
  unsafe<T extends List = Row[]>(text: string, values?: List): Query<T>;
}

type List = readonly unknown[];
// biome-ignore lint/suspicious/noExplicitAny: the caller knows what it selects
export type Row = Record<string, any>;
/** The rows that a statement answers, and how many it answered or changed. */
export type Rows<T extends List = Row[]> = T & { readonly count: number };
type Plain = string | number | bigint | boolean | null | Date | Uint8Array;
export type Value = Plain | Fragment | readonly Plain[];
export type Columns = Readonly<Record<string, Value>>;
/** Sends a statement and answers its rows. */
export type Run = (text: string, values: List) => Promise<Rows>;

type Statement = { text: string; values: unknown[] };

/** A part of a statement: texts with values between them. Values beyond those are numbered in the text. */
export class Fragment {
  readonly texts: readonly string[];
  readonly values: List;
  /** The same as it is written after `set`. */
  readonly afterSet?: Fragment;

  constructor(texts: readonly string[], values: List = []) {
    this.texts = texts;
    this.values = values;
  }
}

/** A statement that runs once, when it is awaited; as a value of another one it is a fragment. */
export class Query<T extends List = Row[]> extends Fragment implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Query';
  // biome-ignore lint/suspicious/noThenProperty: this is how a query is awaited
  readonly then: Promise<Rows<T>>['then'] = (...handlers) => this.send().then(...handlers);
  readonly catch: Promise<Rows<T>>['catch'] = (handler) => this.send().catch(handler);
  readonly finally: Promise<Rows<T>>['finally'] = (handler) => this.send().finally(handler);
  readonly #run: Run;
  #rows: Promise<Rows<T>> | undefined;

  constructor(run: Run, texts: readonly string[], values: List) {
    super(texts, values);
    this.#run = run;
  }

  /** Returns the text of the statement and its values. */
  toStatement = (): Statement => write({ text: '', values: [] }, this);

  /** Sends the statement now. */
  send(): Promise<Rows<T>> {
    if (this.#rows) return this.#rows;
    const { text, values } = this.toStatement();
    this.#rows = this.#run(text, values) as Promise<unknown> as Promise<Rows<T>>;
    return this.#rows;
  }
}

function write(to: Statement, value: unknown): Statement {
  if (value === undefined) throw new TypeError(`Undefined after: ${to.text.slice(-60)}`);
  if (!(value instanceof Fragment)) return write(to, new Fragment([`$${to.values.push(value)}`]));
  const { texts, values, afterSet } = value;
  if (afterSet && /\sset\s*$/i.test(to.text.slice(-20))) return write(to, afterSet);
  for (const [at, text] of texts.entries()) {
    if (at > 0) write(to, values[at - 1]);
    to.text += text;
  }
  to.values.push(...values.slice(texts.length - 1));
  return to;
}

/** Makes a tag whose statements are sent by `run`. */
export function createSql(run: Run): Sql {
  const tag = (first: TemplateStringsArray | string | Columns, ...values: Value[]) => {
    if (typeof first === 'string') return identifier(first);
    if ('raw' in first) return new Query(run, first as TemplateStringsArray, values);
    return columnsOf([first].flat());
  };
  const json = (value: unknown) => part`${JSON.stringify(value ?? null)}`;
  const unsafe = (text: string, values: List = []) => new Query(run, [text], values);
  return Object.assign(tag, { json, unsafe }) as Sql;
}

const part = (texts: readonly string[], ...values: unknown[]) => new Fragment(texts, values);

/** Fragments with commas between them. */
export const joined = (parts: readonly Fragment[]) =>
  new Fragment(['', ...parts.map((_, at) => (at + 1 < parts.length ? ', ' : ''))], parts);

const identifier = (name: string) =>
  new Fragment([`"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`]);

/** Writes `a = $1, b = $2` after `set`, otherwise `(a, b) values ($1, $2), …`. */
function columnsOf(rows: readonly Columns[]): Fragment {
  const [first = {}] = rows;
  const names = Object.keys(first);
  const column = (name: string) => identifier(toSnake(name));
  const afterSet = joined(names.map((name) => part`${column(name)} = ${first[name]}`));
  const inserted = rows.map((row) => part`(${joined(names.map((name) => part`${row[name]}`))})`);
  const insert = part`(${joined(names.map(column))}) values ${joined(inserted)}`;
  return Object.assign(insert, { afterSet });
}

/** Returns `firstName` as its column is called. */
export const toSnake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
