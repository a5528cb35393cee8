export type Item = Record<string, unknown>;

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the records of an answer: of a page its content, of a list its elements, else the answer itself. */
export function recordsIn(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer;
  if (isItem(answer) && Array.isArray(answer.content)) return answer.content;
  return answer === undefined ? [] : [answer];
}

/** Returns an answer of whose records only some fields are left, each at its place. */
export function pickFields(answer: unknown, fields: readonly string[]): unknown {
  const paths = fields.map((field) => field.split('.'));
  if (isItem(answer) && Array.isArray(answer.content))
    return { ...answer, content: answer.content.map((each) => pick(each, paths)) };
  return pick(answer, paths);
}

function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((each) => pick(each, paths));
  if (!isItem(value)) return value;
  const picked = Object.create(null) as Item;
  for (const [name] of paths) {
    if (name === undefined || !Object.hasOwn(value, name)) continue;
    const within = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    const isWhole = within.some(({ length }) => length === 0);
    picked[name] = isWhole ? value[name] : pick(value[name], within);
  }
  return picked;
}

/** Returns the value at a path; of a list, that of each element. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((each) => valueAt(each, path));
  return isItem(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined;
}

/** Returns the paths of all values in records, but those within lists, in the order of their first mention. */
export function pathsIn(records: readonly unknown[]): string[] {
  const found = new Set<string>();
  const walk = (value: Item, before: string) => {
    for (const [name, each] of Object.entries(value))
      if (isItem(each)) walk(each, `${before}${name}.`);
      else found.add(`${before}${name}`);
  };
  for (const record of records)
    if (isItem(record)) walk(record, '');
    else found.add('value');
  // What is null in one record and an object in another is told by the object's parts.
  const all = [...found];
  return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`)));
}

/** Returns the text of a cell; what has no plain text is JSON. */
export function cellOf(record: unknown, path: string): string {
  const value = isItem(record) ? valueAt(record, path.split('.')) : record;
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
