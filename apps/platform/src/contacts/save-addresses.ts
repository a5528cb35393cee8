import { randomUUIDv7 } from 'node:crypto';
import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import { pickStated } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import {
  type AddressColumns,
  carryAddresses,
  clearPrimaries,
  deleteAddresses,
  insertAddress,
  listStoredAddresses,
  type StoredAddress,
  updateAddress,
} from './address-queries.ts';
import { addressTexts } from './profile-schemas.ts';
import type { AddressChanges } from './schemas.ts';

const textNames = Object.keys(addressTexts) as (keyof typeof addressTexts)[];

/** A stated address as it will stand, and the columns that make it so. */
type Planned = StoredAddress & {
  isNew: boolean;
  staysPrimary: boolean;
  columns: AddressColumns;
};

/**
 * Changes the addresses that are named by addressUuid, adds those without one and leaves the
 * rest; null removes all. Of each type one is primary: a new primary takes the mark from the old.
 * Returns whether anything changed. Throws VALIDATION_FAILED for another's addressUuid, or two
 * primaries of a type. The contact must be locked.
 */
export async function saveAddresses(
  tx: Tx,
  contactUuid: string,
  stated: readonly AddressChanges[] | null,
): Promise<boolean> {
  const changed =
    stated === null
      ? await deleteAddresses(tx, contactUuid)
      : await upsertAddresses(tx, contactUuid, stated);
  if (changed) await carryAddresses(tx, contactUuid);
  return changed;
}

async function upsertAddresses(
  tx: Tx,
  contactUuid: string,
  stated: readonly AddressChanges[],
): Promise<boolean> {
  const stored = await listStoredAddresses(tx, contactUuid);
  const planned = stated.map((each, at) => plan(each, at, stored));
  checkTogether(planned);

  const primary = planned.filter((each) => each.isPrimary);
  const changes = await Promise.all([
    clearPrimaries(tx, contactUuid, {
      types: primary.map((each) => each.contactAddressType),
      except: primary.filter((each) => each.staysPrimary).map((each) => each.addressUuid),
    }),
    ...planned.map(({ isNew, addressUuid, columns }) =>
      isNew
        ? insertAddress(tx, contactUuid, addressUuid, columns)
        : updateAddress(tx, addressUuid, columns),
    ),
  ]);
  return changes.includes(true);
}

function plan(stated: AddressChanges, at: number, stored: readonly StoredAddress[]): Planned {
  const uuid = stated.addressUuid?.toLowerCase();
  const before = stored.find((each) => each.addressUuid === uuid);
  if (uuid && !before) {
    const message = 'is not an address of this contact';
    throw invalid(fieldError(`addresses[${at}].addressUuid`, 'UNKNOWN', message));
  }
  const contactAddressType = stated.contactAddressType ?? before?.contactAddressType ?? 'SALES';
  const isPrimary = stated.isPrimary ?? before?.isPrimary ?? false;
  return {
    isNew: !before,
    staysPrimary: before?.isPrimary === true && before.contactAddressType === contactAddressType,
    addressUuid: before?.addressUuid ?? randomUUIDv7(),
    contactAddressType,
    isPrimary,
    columns: { ...pickStated(stated, textNames), contactAddressType, isPrimary } as AddressColumns,
  };
}

function checkTogether(planned: readonly Planned[]): void {
  const faults = planned.flatMap((each, at): FieldError[] => {
    const earlier = planned.slice(0, at);
    if (earlier.some(({ addressUuid }) => addressUuid === each.addressUuid)) {
      return [fieldError(`addresses[${at}].addressUuid`, 'DUPLICATE', 'is named twice')];
    }
    const rival = ({ isPrimary, contactAddressType }: Planned) =>
      isPrimary && contactAddressType === each.contactAddressType;
    if (!each.isPrimary || !earlier.some(rival)) return [];
    const message = `another ${each.contactAddressType} address is primary already`;
    return [fieldError(`addresses[${at}].isPrimary`, 'DUPLICATE', message)];
  });
  if (faults.length > 0) throw invalid(...faults);
}
