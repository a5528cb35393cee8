import { expect, test } from 'vitest';
import { unknownColumns } from '../../test-support/unknown-columns.ts';
import { world } from '../../test-support/world.ts';
import { householdTable } from './fields.ts';

const w = await world();

test('the table of a household’s fields has every column of households', async () => {
  const { onlyInDatabase, onlyInFields } = await unknownColumns(w, 'households', householdTable);
  expect(onlyInDatabase).toEqual(['deleted_at', 'name_key']);
  expect(onlyInFields).toEqual([]);
});
