import type { Caller } from '@atrium/kit/auth/caller.ts';
import { type Static, Type } from 'typebox';
import { seenHouseholdsOf } from '../../auth/visible-households.ts';
import type { Tx } from '../../database/transaction.ts';
import { exportLook } from '../../exports/export-look.ts';
import { type Labels, wordsOf } from '../../exports/in-words.ts';
import type { CsvExport } from '../../exports/send-csv.ts';
import { filterWhere } from '../../lists/filter.ts';
import { exportedNames, type RecordFields } from '../../lists/record-fields.ts';
import { defaultLists, type ListName } from '../../platform-configs/default-lists.ts';
import { findList } from '../../platform-configs/queries.ts';
import { visibleTo } from '../contact-access.ts';
import { contactFields, contactTable } from '../fields.ts';
import { importFields, phoneCode, phoneNumber } from '../import/import-fields.ts';
import { type ExportedContact, listContactsAfter, matches, workedOut } from '../queries.ts';
import { ContactFilter } from '../schemas.ts';

const names: readonly string[] = [...exportedNames(contactTable), phoneCode, phoneNumber];
const known: readonly string[] = [
  ...Object.keys(contactTable),
  phoneCode,
  phoneNumber,
  ...Object.keys(workedOut),
];
const firmTypes = ['firmType', 'capturedByType', 'contactManagerType', 'contactManagerFirmType'];
const table: RecordFields = contactTable;
const words = {
  ...wordsOf(table, {
    ...Object.fromEntries([...importFields.values()].map(({ name, list }) => [name, list ?? name])),
    ...Object.fromEntries(firmTypes.map((name) => [name, 'firm'])),
  }),
  readinessStatus: { table: 'readinessStatus' },
  documentExpiresOn: { type: 'date' },
  lastMailState: { table: 'lastMailState' },
  'lastMail.state': { table: 'lastMailState' },
  'lastMail.at': { type: 'time' },
  lastMeetingAt: { type: 'time' },
  nextMeetingAt: { type: 'time' },
  'addresses.addressType': { table: 'addressType' },
  'addresses.contactAddressType': { table: 'contactAddressType' },
  'identityDocuments.specificationData.specificationType': { table: 'specificationType' },
  'identityDocuments.specificationData.expirationDate': { type: 'date' },
  'currentEmployment.employmentStatus': { table: 'employmentStatus' },
  'employmentHistory.employmentStatus': { table: 'employmentStatus' },
  ...Object.fromEntries(
    ['currentEmployment', 'employmentHistory', 'pepEntries'].flatMap((name) => [
      [`${name}.startDate`, { type: 'date' }],
      [`${name}.endDate`, { type: 'date' }],
    ]),
  ),
};

/** Asks for the contacts that meet every condition, and how they are written. */
export const ContactExport = Type.Object({ ...ContactFilter.properties, ...exportLook(known) });

/** Returns the export of the contacts that meet every condition, in columns that an import takes unless others are asked for. */
export function exportContacts(
  caller: Caller,
  body: Static<typeof ContactExport>,
): CsvExport<ExportedContact> {
  const { filters = [], searchTerm = '', ...look } = body;
  const header = look.columns ?? names;
  return {
    list: 'contacts',
    shows: 'CONTACT',
    header,
    look,
    words,
    labelsOf,
    readAfter: (tx, after, limit) => {
      const met = filterWhere(tx, filters, contactFields);
      const where = tx`${visibleTo(tx, caller)} and ${met} and ${matches(tx, searchTerm)}`;
      const households = seenHouseholdsOf(tx, caller);
      return listContactsAfter(tx, where, { after, limit, households, more: header });
    },
    keyOf: ({ contactUuid }) => contactUuid,
    cellOf: ({ preferredPhoneNumber: phone, ...contact }, name) => {
      if (name === 'preferredPhoneNumber') return phone;
      if (name === phoneCode) return phone?.phoneCountryCode;
      return name === phoneNumber ? phone?.phoneNumber : contact[name as never];
    },
  };
}

/** Reads the words that a firm gave the values of its lists, where they are not those that all begin with. */
async function labelsOf(tx: Tx): Promise<Labels> {
  const labels: Record<string, Record<string, string>> = {};
  for (const { name, list } of importFields.values())
    if (list) labels[name] = Object.fromEntries(await ownWords(tx, list));
  return labels;
}

async function ownWords(tx: Tx, list: ListName): Promise<[string, string][]> {
  const given = new Map(defaultLists[list].map(({ value, label }) => [value, label]));
  const entries = await findList(tx, list);
  return entries.flatMap(({ value, label }) =>
    given.get(value) === label ? [] : [[value, label]],
  );
}
