import type { CallOptions, Input } from './calls.ts';
import type { Row } from './table.ts';

/** What one request sends, whoever it is of. */
export type Request = { path: string; body?: BodyInit; headers: Record<string, string> };

/** Returns what a call of an operation sends. Throws TypeError for what the operation does not take. */
export function requestOf(row: Row, { body, ...named }: Input, options: CallOptions): Request {
  const search = new URLSearchParams();
  const headers: Record<string, string> = { accept: options.accept ?? usuallyAccepted };
  const rest = new Map(Object.entries(named).filter(([, value]) => value != null));
  const address = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(name, rest.get(name) ?? '');
    rest.delete(name);
    // An empty part or one of dots alone would lead to another address.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} is needed`);
    return encodeURIComponent(value);
  });
  for (const [name, value] of rest) {
    const header = row.headers?.find((each) => each === name.toLowerCase());
    if (header) headers[header] = textOf(name, value);
    else if (!row.query.includes(name)) throw new TypeError(`There is no parameter ${name}`);
    else for (const each of [value].flat()) search.append(name, textOf(name, each));
  }
  const { ifMatch } = options;
  if (ifMatch !== undefined) {
    if (!row.headers?.includes('if-match')) throw new TypeError('The operation takes no ifMatch');
    headers['if-match'] = tagOf(ifMatch);
  }
  const path = search.size > 0 ? `${address}?${search}` : address;
  if (body === undefined || row.takes === undefined) return { path, headers };
  headers['content-type'] = row.takes;
  return { path, headers, body: bodyOf(row.takes, body) };
}

const usuallyAccepted = 'application/json, */*;q=0.5';

function textOf(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null) throw new TypeError(`${name} is no object`);
  return String(value);
}

/** Returns the tag of a version: a record has it as a number, and an ETag is one already. */
const tagOf = (version: number | string): string =>
  /^\d+$/.test(String(version)) ? `"${version}"` : String(version);

function bodyOf(takes: string, body: unknown): BodyInit {
  if (takes.endsWith('json') && !(typeof body === 'string' && takes.endsWith('ndjson')))
    return JSON.stringify(body);
  if (takes.endsWith('urlencoded') && typeof body === 'object')
    return new URLSearchParams(body as Record<string, string>).toString();
  return body as BodyInit;
}
