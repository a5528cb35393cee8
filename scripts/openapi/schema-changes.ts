import type { OpenApi, Schema } from './document.ts';
import { narrowedLimits } from './narrowed-limits.ts';
import { branchesOf, fieldsOf, mapOf, plain, resolve, typesOf, valuesOf } from './plain-schema.ts';

/** The two documents of a comparison, and whether a caller sends the value or receives it. */
export type Comparison = { old: OpenApi; now: OpenApi; takes: boolean };

/** Where in a value a change lies, as `.name` or `[]`, and what it is. */
type Change = { at: string; what: string };

/** What is known of two schemas already, so that one in itself ends and one used often is compared once. */
const known = new WeakMap<Schema, WeakMap<Schema, Partial<Record<'takes' | 'gives', Change[]>>>>();

/** Returns what a caller notices of a schema that has become another, each as a line that begins with `at`. */
export function schemaChanges(
  was: Schema | undefined,
  is: Schema | undefined,
  comparison: Comparison & { at: string },
): string[] {
  const found = changesOf(was ?? {}, is ?? {}, comparison);
  return [...new Set(found.map(({ at, what }) => `${comparison.at}${at}${what}`))];
}

function changesOf(before: Schema, after: Schema, comparison: Comparison): Change[] {
  const { old, now, takes } = comparison;
  const [was, is] = [resolve(before, old), resolve(after, now)];
  const ofWas = known.get(was) ?? new WeakMap();
  known.set(was, ofWas);
  const ofBoth = ofWas.get(is) ?? {};
  ofWas.set(is, ofBoth);
  const direction = takes ? 'takes' : 'gives';
  const remembered = ofBoth[direction];
  if (remembered) return remembered;
  ofBoth[direction] = [];
  ofBoth[direction] = wholeChanges(plain(was, old), plain(is, now), comparison);
  return ofBoth[direction];
}

function wholeChanges(was: Schema, is: Schema, comparison: Comparison): Change[] {
  const { old, now, takes } = comparison;
  const [wasTypes, isTypes] = [typesOf(was, old), typesOf(is, now)];
  const list = (types: Set<string>) => [...types].join(' or ') || 'anything';
  const isOther = !covers(takes ? isTypes : wasTypes, takes ? wasTypes : isTypes);
  const type = isOther ? [here(` was ${list(wasTypes)} and is ${list(isTypes)}`)] : [];
  const isWhollyOther = isOther && wasTypes.isDisjointFrom(isTypes) && wasTypes.size > 0;
  if (isWhollyOther && isTypes.size > 0) return type;
  const forms = branchChanges(was, is, comparison);
  // A value of one form is none of the fields that several have in common: it is compared with each form.
  if (branchesOf(was).length > 0 !== branchesOf(is).length > 0) return [...type, ...forms];
  return [
    ...type,
    ...valueChanges(was, is, takes).map(here),
    ...narrowedLimits(was, is, takes).map((limit) => here(`: ${limit}`)),
    ...fieldChanges(was, is, comparison),
    ...within('[]', was.items, is.items, comparison),
    ...within('.*', mapOf(was), mapOf(is), comparison),
    ...forms,
  ];
}

const here = (what: string): Change => ({ at: '', what });

function within(
  place: string,
  was: Schema | undefined,
  is: Schema | undefined,
  comparison: Comparison,
): Change[] {
  if (!was && !is) return [];
  const found = changesOf(was ?? {}, is ?? {}, comparison);
  return found.map(({ at, what }) => ({ at: `${place}${at}`, what }));
}

/** Returns whether values of the small types are all of the large ones; no type is any type. */
function covers(large: Set<string>, small: Set<string>): boolean {
  if (large.size === 0) return true;
  const all = large.has('number') ? large.union(new Set(['integer'])) : large;
  return small.size > 0 && small.isSubsetOf(all);
}

function valueChanges(was: Schema, is: Schema, takes: boolean): string[] {
  const [before, after] = [valuesOf(was), valuesOf(is)];
  if (takes && after && !before) return [` takes only ${after.join(', ')} now`];
  if (!takes && before && !after) return [' may be any value now'];
  if (!before || !after) return [];
  return takes
    ? before
        .filter((each) => !after.includes(each))
        .map((each) => ` does not take ${each} any more`)
    : after.filter((each) => !before.includes(each)).map((each) => ` may be ${each} now`);
}

function fieldChanges(was: Schema, is: Schema, comparison: Comparison): Change[] {
  const { takes } = comparison;
  const [before, after] = [fieldsOf(was), fieldsOf(is)];
  const found = Object.entries(before.properties).flatMap(([name, schema]) => {
    const field = after.properties[name];
    if (!field) return [{ at: `.${name}`, what: ' is gone' }];
    const isLoose = !takes && before.required.has(name) && !after.required.has(name);
    return [
      ...within(`.${name}`, schema, field, comparison),
      ...(isLoose ? [{ at: `.${name}`, what: ' may be absent now' }] : []),
    ];
  });
  const needed = takes ? [...after.required.difference(before.required)] : [];
  return [...found, ...needed.map((name) => ({ at: `.${name}`, what: ' is required now' }))];
}

/**
 * Compares values of several forms: each form that callers send must still be taken by one of the present
 * forms, and each that they may receive must be one that they know.
 */
function branchChanges(was: Schema, is: Schema, comparison: Comparison): Change[] {
  const { takes } = comparison;
  const [before, after] = [branchesOf(was), branchesOf(is)];
  if (before.length === 0 && after.length === 0) return [];
  const [wasForms, isForms] = [before.length ? before : [was], after.length ? after : [is]];
  const pairs = (form: Schema): Change[][] =>
    takes
      ? isForms.map((other) => changesOf(form, other, comparison))
      : wasForms.map((other) => changesOf(other, form, comparison));
  return (takes ? wasForms : isForms).flatMap((form, place) => {
    const changes = pairs(form);
    if (changes.some((each) => each.length === 0)) return [];
    if (wasForms.length === isForms.length) return changes[place] ?? [];
    const name = String(form.$ref ?? form.title ?? form.type ?? place + 1)
      .split('/')
      .at(-1);
    return [
      here(takes ? ` does not take the form ${name} any more` : ` may be the form ${name} now`),
    ];
  });
}
