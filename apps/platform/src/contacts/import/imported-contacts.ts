import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import { staffRoles } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Importable, RowPlan, StatedRow, Taking } from '../../imports/importable.ts';
import { createContact, type More } from '../create-contact.ts';
import { findContact, findExisting } from '../queries.ts';
import type { ContactChanges, NewContact } from '../schemas.ts';
import { updateContact } from '../update-contact.ts';
import { findAdvisers } from './find-advisers.ts';
import {
  contactUuid,
  importFields,
  phoneCode,
  phoneNumber,
  requiredFields,
  rut,
} from './import-fields.ts';
import { changesOf, faultsOfParts, inputOf, newContactOf, referencesOf } from './row-parts.ts';

/** Contacts of a file. Partner staff see the imports that they made themselves, everybody else all. */
export const importedContacts: Importable = {
  name: 'CONTACT',
  noun: 'contact',
  queue: 'contact-import',
  roles: staffRoles,
  identifier: contactUuid,
  fields: importFields,
  required: requiredFields,
  holders: {
    identityId: ['identityId', rut],
    identityType: ['identityType', rut],
    [phoneCode]: [phoneCode, phoneNumber],
    preferredPhoneNumber: [phoneNumber],
  },
  loginEmail: 'primaryEmail',
  visibleTo: (tx, caller) =>
    boundPartner(caller) === undefined ? tx`true` : tx`i.requested_by = ${caller.userUuid}`,
  inputOf,
  findExisting: async (tx, uuids) => {
    const found = await findExisting(tx, uuids);
    return found.map(({ contactUuid: recordUuid, ...each }) => ({ recordUuid, ...each }));
  },
  findNamed: findAdvisers,
  plan,
};

async function plan(
  tx: Tx,
  row: StatedRow,
  { importer, columns, existing }: Taking,
): Promise<RowPlan> {
  const there = existing.get(row.recordUuid?.toLowerCase() ?? '');
  if (there && (there.isMerged || columns.onExisting === 'SKIP'))
    return { existingUuid: there.recordUuid };

  const before = there && (await findContact(tx, tx`true`, there.recordUuid));
  const parts = before ? changesOf(row, before) : newContactOf(tx, row);
  const { create, update } = parts;
  return {
    faults: faultsOfParts(row, parts),
    key: create && referencesOf(parts),
    take: async () => {
      const contact = before
        ? await updateContact(tx, importer, before.contactUuid, update as ContactChanges)
        : await createContact(tx, importer, create as NewContact, update as More);
      return contact.contactUuid;
    },
  };
}
