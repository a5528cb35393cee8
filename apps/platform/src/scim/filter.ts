import { Problem } from '../problems.ts';

/** A comparison of a filter: an attribute, in lower case without its schema, equals a value. */
export type Comparison = { attribute: string; value: string };

/** One comparison, and what joins it to the next. */
const term =
  /\s*([\w.$:-]{1,200}(?:\[type eq "work"\]\.value)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*(?:(and)\s|$)/iy;

/**
 * Parses the filters that providers look people and groups up with (RFC 7644, section 3.4.2.2): comparisons
 * by `eq`, joined by `and`, of attributes that the resource can be found by. Throws SCIM_FILTER_INVALID
 * for any other.
 */
export function parseFilter(filter: string | undefined, known: readonly string[]): Comparison[] {
  if (filter === undefined) return [];
  const found: Comparison[] = [];
  term.lastIndex = 0;
  for (let at = 0, isLast = false; !isLast; at = term.lastIndex) {
    term.lastIndex = at;
    const [, name = '', value = '', and] = term.exec(filter) ?? refuse(known);
    const attribute = name.replace(coreSchema, '').toLowerCase();
    if (!known.some((each) => each.toLowerCase() === attribute)) refuse(known);
    found.push({ attribute, value: textOf(value, known) });
    isLast = and === undefined;
  }
  return found;
}

/** The schema of an attribute may be named before it; that of the resource says nothing. */
export const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;

function textOf(literal: string, known: readonly string[]): string {
  try {
    const text: string = String(JSON.parse(literal));
    return text.includes('\0') || !text.isWellFormed() ? refuse(known) : text.normalize('NFC');
  } catch {
    return refuse(known);
  }
}

function refuse(known: readonly string[]): never {
  throw new Problem(
    'SCIM_FILTER_INVALID',
    `A filter compares by eq, joined by and: ${known.join(', ')}`,
  );
}
