import type { Schema } from './document.ts';

/** Limits of which a smaller one takes less, and those of which a greater one does. */
const upper = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum', 'maxProperties'];
const lower = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum', 'minProperties'];
const exact = ['pattern', 'format', 'multipleOf', 'contentEncoding'];

/**
 * Returns what a schema takes less of than it did. Of an answer only the form counts: one of another
 * form is read wrongly, and one within closer limits is not.
 */
export function narrowedLimits(was: Schema, is: Schema, takes: boolean): string[] {
  const forms = exact.filter(
    (name) => is[name] !== was[name] && (takes ? name in is : name in was),
  );
  const changed = forms.map((name) => `${name} is ${is[name] ?? 'gone'} now`);
  if (!takes) return changed.filter((each) => !each.startsWith('pattern'));
  const tighter = [
    ...upper.filter((name) => number(is, name, Infinity) < number(was, name, Infinity)),
    ...lower.filter((name) => number(is, name, -Infinity) > number(was, name, -Infinity)),
  ].map((name) => `${name} is ${is[name]} now`);
  const isOtherDefault =
    was.default !== undefined && JSON.stringify(is.default) !== JSON.stringify(was.default);
  const closed = is.additionalProperties === false && was.additionalProperties !== false;
  return [
    ...changed,
    ...tighter,
    ...(is.uniqueItems === true && was.uniqueItems !== true ? ['must not repeat now'] : []),
    ...(isOtherDefault ? [`the default is ${JSON.stringify(is.default) ?? 'gone'} now`] : []),
    ...(closed ? ['takes no other fields any more'] : []),
  ];
}

function number(schema: Schema, name: string, otherwise: number): number {
  const limit = schema[name];
  return typeof limit === 'number' ? limit : otherwise;
}
