import { expect, test } from 'vitest';
import type { Party, Relationship } from './relationships.ts';
import { pictureOf } from './tree-places.ts';

const party = (
  name: string,
  relationship: Relationship | null,
  more: Partial<Party> = {},
): Party => ({
  key: name,
  name,
  isOrganisation: false,
  relationship,
  isPrimary: false,
  ...more,
});

test('a family stands by generations, with the couple in the middle and its companies below', () => {
  const { stands, lines, bands, height } = pictureOf(
    [
      party('company', 'OWNED_COMPANY', { isOrganisation: true }),
      party('grandchild', 'GRANDCHILD'),
      party('son', 'CHILD'),
      party('daughter', 'CHILD'),
      party('wife', 'SPOUSE'),
      party('ex', 'EX_SPOUSE'),
      party('brother', 'SIBLING'),
      party('self', 'SELF', { isPrimary: true }),
      party('mother', 'PARENT'),
      party('grandfather', 'GRANDPARENT'),
      party('lawyer', 'ATTORNEY'),
    ],
    false,
  );
  const at = new Map(stands.map(({ party: { key }, place }) => [key, place]));
  const y = (key: string) => at.get(key)?.y ?? Number.NaN;
  const x = (key: string) => at.get(key)?.x ?? Number.NaN;
  const order = ['grandfather', 'mother', 'self', 'son', 'grandchild', 'company', 'lawyer'].map(y);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(new Set(order).size).toBe(order.length);
  expect(['brother', 'ex', 'wife'].map(y)).toEqual([y('self'), y('self'), y('self')]);
  expect(x('brother')).toBeLessThan(x('ex'));
  expect(x('ex')).toBeLessThan(x('self'));
  expect((x('self') + x('wife')) / 2).toBeCloseTo(50);
  expect((x('son') + x('daughter')) / 2).toBeCloseTo(50);
  expect(lines.filter(({ isCouple }) => isCouple)).toHaveLength(1);
  expect(lines.filter(({ isDashed }) => isDashed)).toHaveLength(1);
  expect(bands.map(({ group }) => group)).toEqual(['BUSINESS', 'LEGAL']);
  expect(height).toBeGreaterThan(y('lawyer'));
});

test('whoever of a couple is the primary one, they stand side by side; and nobody leaves the picture', () => {
  const { lines } = pictureOf(
    [party('wife', 'SPOUSE', { isPrimary: true }), party('self', 'SELF')],
    true,
  );
  expect(lines.filter(({ isCouple }) => isCouple)).toHaveLength(1);
  const many = Array.from({ length: 20 }, (_, index) => party(`child ${index}`, 'CHILD'));
  const { stands } = pictureOf([party('self', 'SELF', { isPrimary: true }), ...many], false);
  expect(stands).toHaveLength(21);
  // In a small picture the places of a row are as wide as what stands in them.
  const four = ['a', 'b', 'c', 'd'].map((name) => party(name, 'CHILD'));
  const small = pictureOf([party('self', 'SELF', { isPrimary: true }), ...four], true);
  const row = small.stands.slice(1).map(({ place }) => place.x);
  expect(row.slice(1).every((x, at) => x - (row[at] ?? 0) >= 24 - 1e-9)).toBe(true);
  for (const { place } of stands) expect(place.x).toBeGreaterThanOrEqual(5);
  for (const { place } of stands) expect(place.x).toBeLessThanOrEqual(95);
  expect(pictureOf([], false).stands).toEqual([]);
});
