import { expect, test } from 'vitest';
import { unknownColumns } from '../../test-support/unknown-columns.ts';
import { world } from '../../test-support/world.ts';
import type { RecordFields } from '../lists/record-fields.ts';
import { householdTable } from './fields.ts';

const w = await world();

test('the table of a household’s fields has every column of households', async () => {
  const { onlyInDatabase, onlyInFields } = await unknownColumns(w, 'households', householdTable);
  expect(onlyInDatabase).toEqual(['deleted_at', 'name_key']);
  expect(onlyInFields).toEqual([]);
});

test('a household is written and answered with each field that a creation can state', async () => {
  const tenant = await w.tenant();
  const adviser = await tenant.as('TENANT_STAFF');
  const { tenantStaffUuid } = await tenant.staff();
  const input = {
    name: 'Familia Araya',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: tenantStaffUuid,
    isActive: false,
  };
  const table: RecordFields = householdTable;
  const creatable = Object.keys(table).filter((name) => table[name]?.create);
  expect(creatable.filter((name) => !(name in input))).toEqual([]);
  const { body } = await adviser.post('/api/households', input);
  expect(body).toMatchObject(input);
});
