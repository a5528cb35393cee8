import type { Schema } from './operations.ts';

type Body = { what: string; text: string };
type Json = Record<string, unknown>;

const size = 1_000_000;

/** Bodies of one megabyte for an operation: each has one part of a good one grown as far as it fits. */
export function largeBodies(schema: Schema, good: Json): Body[] {
  const whole = [
    { what: 'a flat list', text: filled('[', '{}', ']') },
    { what: 'deep lists', text: '['.repeat(size / 2) + ']'.repeat(size / 2) },
    { what: 'deep objects', text: `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}` },
    { what: 'one text', text: JSON.stringify('a'.repeat(size)) },
    { what: 'many names', text: filled('{', (at) => `"n${at}":1`, '}') },
    { what: 'many escaped names', text: filled('{', (at) => `"\\u0041${at}":"\\u0041"`, '}') },
  ];
  return [...whole, ...inside(schema, [], good)];
}

type Place = readonly (string | 0)[];

function inside(schema: Schema, place: Place, good: Json): Body[] {
  const types = [schema.type].flat();
  const isObject = types.includes('object');
  const isList = types.includes('array');
  const fill = (open: string, item: string | ((at: number) => string), close: string) =>
    within(good, place, filled(open, item, close));
  const name = place.join('.') || 'body';
  const here: [string, string][] = [];
  if (isList || schema.type === undefined) {
    for (const item of ['{}', '1', 'null', '""', '[[]]', '{"a":1}'])
      here.push([`a list of ${item}`, fill('[', item, ']')]);
  }
  if (isObject || schema.type === undefined)
    here.push(['an object of many names', fill('{', (at) => `"n${at}":{}`, '}')]);
  if (types.includes('string') || schema.type === undefined) {
    for (const letters of ['a', ' ', 'a ', '1', 'a@', '@a.', '\\u00e9', '-1.', 'Á'])
      here.push([`a text of ${letters}`, fill('"', letters, '"')]);
  }
  const bodies = here.map(([what, text]) => ({ what: `${name}: ${what}`, text }));
  const deeper = Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
    inside(each, [...place, key], good),
  );
  const items = schema.items ? inside(schema.items, [...place, 0], good) : [];
  const branches = (schema.anyOf ?? []).flatMap((each) => inside(each, place, good));
  return [...bodies, ...deeper, ...items, ...branches];
}

/** The good body with JSON text at a place of it. */
function within(good: Json, place: Place, text: string): string {
  const [key, ...rest] = place;
  if (key === undefined) return text;
  if (key === 0) return `[${within({}, rest, text)}]`;
  const value = within((good[key] ?? {}) as Json, rest, text);
  const others = Object.entries(good).filter(([name]) => name !== key);
  const before = others.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)},`);
  return `{${before.join('')}"${key}":${value}}`;
}

/** As many items as fit between two brackets. */
function filled(open: string, item: string | ((at: number) => string), close: string): string {
  const parts: string[] = [];
  const room = size - 20_000;
  for (let [at, length] = [0, 0]; length < room; at += 1) {
    const part = typeof item === 'string' ? item : item(at);
    parts.push(part);
    length += part.length + (open === '"' ? 0 : 1);
  }
  return `${open}${parts.join(open === '"' ? '' : ',')}${close}`;
}
