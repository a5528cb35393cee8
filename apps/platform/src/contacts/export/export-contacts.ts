import type { Caller } from '@atrium/kit/auth/caller.ts';
import { seenHouseholdsOf } from '../../auth/visible-households.ts';
import type { CsvExport } from '../../exports/send-csv.ts';
import { filterWhere } from '../../lists/filter.ts';
import { exportedNames } from '../../lists/record-fields.ts';
import { visibleTo } from '../contact-access.ts';
import { contactFields, contactTable } from '../fields.ts';
import { listContactsAfter, matches } from '../queries.ts';
import type { ContactFilter, ContactRow } from '../schemas.ts';

const fields = exportedNames(contactTable);
const phoneFields = ['phoneCountryCode', 'phoneNumber'] as const;

/** Returns the export of the contacts that meet every condition, in columns that an import takes. */
export function exportContacts(caller: Caller, filter: ContactFilter): CsvExport<ContactRow> {
  const { filters = [], searchTerm = '' } = filter;
  return {
    list: 'contacts',
    shows: 'CONTACT',
    header: [...fields, ...phoneFields.map((name) => `preferredPhoneNumber.${name}`)],
    readAfter: (tx, after, limit) => {
      const met = filterWhere(tx, filters, contactFields);
      const where = tx`${visibleTo(tx, caller)} and ${met} and ${matches(tx, searchTerm)}`;
      return listContactsAfter(tx, where, {
        after,
        limit,
        households: seenHouseholdsOf(tx, caller),
      });
    },
    keyOf: ({ contactUuid }) => contactUuid,
    cellsOf: (contact) => [
      ...fields.map((name) => contact[name]),
      ...phoneFields.map((name) => contact.preferredPhoneNumber?.[name]),
    ],
  };
}
