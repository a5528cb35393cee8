import { randomUUIDv7 } from 'node:crypto';
import { csvRecord } from '@atrium/kit/csv-record.ts';
import { filterWhere } from '@atrium/kit/lists/filter.ts';
import { exportedNames } from '@atrium/kit/record-fields.ts';
import type { FastifyRequest } from 'fastify';
import { seenHouseholdsOf } from '../../auth/visible-households.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { visibleTo } from '../contact-access.ts';
import { contactFields, contactTable } from '../fields.ts';
import { listContactsAfter, matches } from '../queries.ts';
import type { ContactFilter, ContactRow } from '../schemas.ts';

const batchSize = 1000;
const start = '00000000-0000-0000-0000-000000000000';

const fields = exportedNames(contactTable);
const phoneFields = ['phoneCountryCode', 'phoneNumber'] as const;

/**
 * Returns the contacts that meet every condition as CSV, in the order they were made, with the names of
 * the fields as header. Read batch by batch, each in a short transaction, as the reader takes
 * them; once the last is read the export is recorded. The first batch is read before the answer
 * begins, so that a wrong filter is still a 400.
 */
export async function exportContacts(request: FastifyRequest, filter: ContactFilter) {
  const first = await readBatch(request, filter, start);
  return rows(request, filter, first);
}

async function* rows(request: FastifyRequest, filter: ContactFilter, first: ContactRow[]) {
  yield csvRecord([...fields, ...phoneFields.map((name) => `preferredPhoneNumber.${name}`)]);
  let rowCount = 0;
  for (let batch = first; batch.length > 0; ) {
    yield batch.map(toRecord).join('');
    rowCount += batch.length;
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) break;
    batch = await readBatch(request, filter, last.contactUuid);
  }
  await request.inTenant((tx) => recordExport(tx, rowCount));
}

function readBatch(request: FastifyRequest, filter: ContactFilter, after: string) {
  return request.readTenant((tx) => {
    const { filters = [], searchTerm = '' } = filter;
    const met = filterWhere(tx, filters, contactFields);
    const where = tx`${visibleTo(tx, request.caller)} and ${met} and ${matches(tx, searchTerm)}`;
    const households = seenHouseholdsOf(tx, request.caller);
    return listContactsAfter(tx, where, { after, limit: batchSize, households });
  });
}

function toRecord(contact: ContactRow): string {
  const phone = contact.preferredPhoneNumber;
  return csvRecord([
    ...fields.map((name) => contact[name]),
    ...phoneFields.map((name) => phone?.[name]),
  ]);
}

function recordExport(tx: Tx, rowCount: number): Promise<void> {
  return recordEvent(tx, {
    eventType: 'export.completed',
    entityType: 'EXPORT',
    entityId: randomUUIDv7(),
    attributes: { list: 'contacts', format: 'csv', rowCount: String(rowCount) },
  });
}
