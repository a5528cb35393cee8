import { describe, expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { unknownColumns } from '../../test-support/unknown-columns.ts';
import { world } from '../../test-support/world.ts';
import { exportedNames, type RecordFields } from '../lists/record-fields.ts';
import { contactTable } from './fields.ts';

const table: RecordFields = contactTable;

/** Columns of `contacts` that are worked out from others or neither stated nor answered. */
const internal =
  /^(deleted_at|search_text|.*_(amount|key)|missing_count|has_invalid|is_politically_exposed|document_dates|merged_into|erased_at)$/;

const w = await world();

describe('the table of a contact’s fields', () => {
  test('has every column of contacts, so that none is forgotten in schemas, writes or answers', async () => {
    const { onlyInDatabase, onlyInFields } = await unknownColumns(w, 'contacts', contactTable);
    expect(onlyInDatabase.filter((name) => !internal.test(name))).toEqual([]);
    expect(onlyInFields).toEqual([]);
  });

  test('exports each field that can be changed, or has it listed here', () => {
    const exported: readonly string[] = exportedNames(contactTable);
    const changed = Object.keys(table).filter((name) => table[name]?.update);
    expect(changed.filter((name) => !exported.includes(name))).toEqual([
      'alias',
      'firmId',
      'firmType',
      'firmEntityUuid',
      'firmName',
      'capturedByType',
      'capturedByEntityUuid',
      'contactManagerFirmType',
      'contactManagerEntityUuid',
      'contactManagerType',
      'preferredPhoneNumber',
      'phoneNumber',
      'primaryCountryOfCitizenship',
      'relatedToPEP',
      'directorOrTenPercentShareholder',
      'pepEntries',
      'companyNames',
      'tradingSymbols',
      'identityDocuments',
      'currentEmployment',
      'employmentHistory',
      'customFields',
      'addresses',
    ]);
  });

  test('is written and answered with each field that a creation can state', async () => {
    const tenant = await w.tenant();
    const adviser = await tenant.as('TENANT_STAFF');
    const { tenantStaffUuid } = await tenant.staff();
    const input = {
      ...contactInput(tenant.tenantUuid, tenantStaffUuid),
      capturedByType: 'TENANT',
      capturedByEntityUuid: tenantStaffUuid,
    };
    const creatable = Object.keys(table).filter((name) => table[name]?.create);
    expect(creatable.filter((name) => !(name in input))).toEqual([]);
    const created = await adviser.post('/api/contacts', input);
    expect(created.body).toMatchObject(input);
  });
});
