import { shared } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';
import { coreSchema } from './filter.ts';

/** The most resources of one answer. */
export const mostResources = 200;
const usualCount = 100;

/** The parameters of a list (RFC 7644, section 3.4.2); others are passed over. */
export const ListQuery = Type.Object({
  filter: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Comparisons by `eq`, joined by `and`',
      examples: ['userName eq "ana.rojas@andes.example"'],
    }),
  ),
  startIndex: Type.Optional(
    Type.Integer({ maximum: 1_000_000_000, description: 'Of the first one, from 1; less is 1' }),
  ),
  count: Type.Optional(
    Type.Integer({
      maximum: 1_000_000_000,
      description: `How many, ${usualCount} if absent, ${mostResources} at most; less than 0 is 0`,
    }),
  ),
  attributes: Type.Optional(
    Type.String({
      ...shared,
      maxLength: 1_000,
      description: 'The attributes of the answer, by commas',
    }),
  ),
  excludedAttributes: Type.Optional(
    Type.String({
      ...shared,
      maxLength: 1_000,
      description: 'Attributes to be left out, by commas',
    }),
  ),
});

export const OneQuery = Type.Pick(ListQuery, ['attributes', 'excludedAttributes']);

type Paging = { startIndex?: number | undefined; count?: number | undefined };

/** Returns what to skip and how many to take. */
export function rangeOf({ startIndex = 1, count = usualCount }: Paging) {
  const first = Math.max(startIndex, 1);
  return { first, skip: first - 1, take: Math.min(Math.max(count, 0), mostResources) };
}

/** Returns resources as SCIM lists them. */
export const toList = <T>(resources: readonly T[], total: number, first = 1) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: first,
  itemsPerPage: resources.length,
  Resources: resources,
});

type Wanted = { attributes?: string | undefined; excludedAttributes?: string | undefined };

/** What every resource says of itself, whatever is asked for. */
const always = new Set(['schemas', 'id']);

/**
 * Returns whether an attribute is shown: one that is asked for, or not left out (RFC 7644, section 3.9). A part of an
 * attribute stands for the whole of it.
 */
export function shows(wanted: Wanted, attribute: string): boolean {
  return shownBy(wanted)(attribute);
}

function shownBy({ attributes, excludedAttributes }: Wanted): (attribute: string) => boolean {
  const [only, without] = [namesOf(attributes), namesOf(excludedAttributes, true)];
  return (attribute) => {
    const name = attribute.toLowerCase();
    return always.has(name) || (only.size > 0 ? only.has(name) : !without.has(name));
  };
}

/** Returns a resource with the attributes that are shown. */
export function project(resource: object, wanted: Wanted): object {
  const isShown = shownBy(wanted);
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
}

/** Leaving a part out leaves the rest of the attribute. */
function namesOf(list = '', whole = false): Set<string> {
  const names = list.split(',').map((name) => name.trim().replace(coreSchema, '').toLowerCase());
  const kept = names.filter((name) => name !== '' && !(whole && name.includes('.')));
  return new Set(kept.map((name) => (name.startsWith('urn:') ? name : (name.split('.')[0] ?? ''))));
}
