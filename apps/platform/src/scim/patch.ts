import { Problem } from '../problems.ts';
import { type Attributes, isAttributes, nameIn, partOf } from './attributes.ts';
import { coreSchema } from './filter.ts';

/** An operation of a PATCH as it comes. */
export type Operation = { op: string; path?: string | null; value?: unknown };

/** The place of an attribute: its name, which of its entries, and what of them. */
type Place = { name: string; only?: { name: string; value: string }; part?: string };

const placeForm =
  /^([\w$-]{1,100})(?:\[\s*([\w$-]{1,100})\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.([\w$-]{1,100}))?$/i;

/**
 * Applies the operations of a PATCH to a copy of a resource (RFC 7644, section 3.5.2) as Entra and Okta send
 * them: words of any case, without a path, with one that names entries by `eq`, removals that name their
 * entries in `value`. Attributes that are not known stay without effect. Throws SCIM_SYNTAX_INVALID,
 * SCIM_PATH_INVALID, SCIM_NO_TARGET.
 */
export function applyPatch(
  resource: Attributes,
  operations: readonly Operation[],
  known: readonly string[],
): Attributes {
  const patched = structuredClone(resource);
  const at = (path: string) => placeOf(path, known);
  for (const { op, path, value } of operations) {
    const verb = op.toLowerCase();
    if (!['add', 'remove', 'replace'].includes(verb))
      throw new Problem('SCIM_SYNTAX_INVALID', 'An operation is add, remove or replace');
    if (verb === 'remove') {
      if (!path) throw new Problem('SCIM_NO_TARGET', 'A removal names what it removes by its path');
      removeAt(patched, at(path), value);
    } else if (value === undefined) {
      throw new Problem('SCIM_SYNTAX_INVALID', `The operation ${verb} has a value`);
    } else if (path) setAt(patched, at(path), value, verb === 'add');
    else for (const [name, each] of partsOf(value)) setAt(patched, at(name), each, verb === 'add');
  }
  return patched;
}

/** Returns the attributes of a value without a path. Entra may name a part of one by a dot there. */
function partsOf(values: unknown): [string, unknown][] {
  if (!isAttributes(values))
    throw new Problem('SCIM_SYNTAX_INVALID', 'Without a path the value is an object');
  return Object.entries(values);
}

/** Returns the place that a path names; undefined where it is of an attribute that is not kept. */
function placeOf(path: string, known: readonly string[]): Place | undefined {
  const plain = path.trim().replace(coreSchema, '');
  // Other schemas extend this one by attributes that are not kept.
  if (/^urn:/i.test(plain)) return undefined;
  const [, name, by, literal, part] = placeForm.exec(plain) ?? [];
  if (!name) throw new Problem('SCIM_PATH_INVALID', `There is no path like ${plain.slice(0, 100)}`);
  if (!known.some((each) => each.toLowerCase() === name.toLowerCase())) return undefined;
  return {
    name,
    ...(by && literal ? { only: { name: by, value: read(literal) } } : {}),
    ...(part ? { part } : {}),
  };
}

function read(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    throw new Problem('SCIM_PATH_INVALID', 'The text in the path is not one of JSON');
  }
}

const isMeant =
  ({ name, value }: NonNullable<Place['only']>) =>
  (entry: unknown): boolean =>
    String(partOf(entry, name)).toLowerCase() === value.toLowerCase();

function setAt(resource: Attributes, place: Place | undefined, value: unknown, adds: boolean) {
  if (!place) return;
  const { only, part } = place;
  const name = nameIn(resource, place.name);
  const before = resource[name];
  if (only) {
    const entries = Array.isArray(before) ? before : [];
    const meant = entries.filter(isMeant(only));
    if (meant.length === 0) {
      // Entra states a value for an entry that is not there yet.
      const entry: Attributes = { [only.name]: only.value };
      resource[name] = [...entries, entry];
      meant.push(entry);
    }
    for (const entry of meant as Attributes[])
      if (part) entry[nameIn(entry, part)] = value;
      else Object.assign(entry, isAttributes(value) ? value : { value });
  } else if (part) {
    const whole = isAttributes(before) ? before : {};
    whole[nameIn(whole, part)] = value;
    resource[name] = whole;
  } else if (Array.isArray(before) && adds) {
    // What comes first counts where one entry alone is kept.
    resource[name] = [...[value].flat(), ...before];
  } else if (isAttributes(before) && isAttributes(value)) {
    for (const [each, its] of Object.entries(value)) before[nameIn(before, each)] = its;
  } else resource[name] = value;
}

function removeAt(resource: Attributes, place: Place | undefined, value: unknown): void {
  if (!place) return;
  const { only, part } = place;
  const name = nameIn(resource, place.name);
  const before = resource[name];
  if (only && Array.isArray(before)) {
    if (part) for (const entry of before.filter(isMeant(only))) entry[nameIn(entry, part)] = null;
    else resource[name] = before.filter((entry) => !isMeant(only)(entry));
  } else if (part) {
    if (isAttributes(before)) before[nameIn(before, part)] = null;
  } else if (Array.isArray(before) && Array.isArray(value) && value.length > 0) {
    const gone = new Set(value.map((each) => String(partOf(each, 'value')).toLowerCase()));
    resource[name] = before.filter(
      (entry) => !gone.has(String(partOf(entry, 'value')).toLowerCase()),
    );
  } else resource[name] = null;
}
