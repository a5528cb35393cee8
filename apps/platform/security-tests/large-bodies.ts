import type { Schema } from './operations.ts';

type Body = { what: string; text: string };
type Json = Record<string, unknown>;

const size = 1_000_000;

/**
 * Bodies of one megabyte for an operation: each has one part of a good one grown as far as it fits.
 * The bodies are made one at a time, since together they would keep the garbage collector busy. `tried` holds
 * the schemas whose parts other operations have grown: the same validator would refuse them again.
 */
export function* largeBodies(schema: Schema, good: Json, tried: Set<string>): Generator<Body> {
  yield* wholeBodies;
  // A validator that wants no list looks at none of its items, whatever they are.
  const root = `a flat list of objects for ${schema.type}`;
  if (!tried.has(root)) yield { what: root, text: filled('[', '{}', ']') };
  tried.add(root);
  for (const { place, part, what, grown } of inside(schema, [])) {
    const known = `${what} ${JSON.stringify(part, unlessWords)}`;
    if (tried.has(known)) continue;
    tried.add(known);
    yield { what: `${place.join('.') || 'body'}: ${what}`, text: within(good, place, grown) };
  }
}

const words = new Set(['title', 'description', 'example']);

/** Leaves out what a schema says to people; a property of such a name is a schema itself. */
const unlessWords = (key: string, value: unknown) =>
  (words.has(key) && typeof value !== 'object') || key === 'examples' ? undefined : value;

const wholeBodies: readonly Body[] = [
  { what: 'a flat list', text: filled('[', '0', ']') },
  { what: 'deep lists', text: '['.repeat(size / 2) + ']'.repeat(size / 2) },
  { what: 'deep objects', text: `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}` },
  { what: 'many names', text: filled('{', (at) => `"n${at}":1`, '}') },
  { what: 'many escaped names', text: filled('{', (at) => `"\\u0041${at}":"a"`, '}') },
];

type Place = readonly (string | 0)[];
type Growth = { place: Place; part: Schema; what: string; grown: string };

const longLists = ['{}', '"a"'].map((item) => ({
  what: `a list of ${item}`,
  grown: filled('[', item, ']'),
}));
const longTexts = ['a', 'a ', '@a.'].map((letters) => ({
  what: `a text of ${letters}`,
  grown: filled('"', letters, '"'),
}));

/** The ways in which each place of a schema can grow. */
function inside(schema: Schema, place: Place): Growth[] {
  const takes = (type: string) =>
    schema.type === undefined ? !schema.anyOf : [schema.type].flat().includes(type);
  const here = [...(takes('array') ? longLists : []), ...(takes('string') ? longTexts : [])];
  return [
    ...here.map((each) => ({ place, part: schema, ...each })),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
      inside(each, [...place, key]),
    ),
    ...(schema.items ? inside(schema.items, [...place, 0]) : []),
    ...(schema.anyOf ?? []).flatMap((each) => inside(each, place)),
  ];
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

/** Repeats an item as often as it fits between two brackets. */
function filled(open: string, item: string | ((at: number) => string), close: string): string {
  const room = size - 20_000;
  const comma = open === '"' ? '' : ',';
  if (typeof item === 'string')
    return open + (item + comma).repeat(room / (item + comma).length) + item + close;
  const parts: string[] = [];
  for (let [at, length] = [0, 0]; length < room; at += 1) {
    const part = item(at);
    parts.push(part);
    length += part.length + comma.length;
  }
  return `${open}${parts.join(comma)}${close}`;
}
