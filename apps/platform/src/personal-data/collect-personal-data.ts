import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Static } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { requireArea } from '../records/record-access.ts';
import { heldOf, lockPerson } from './find-person.ts';
import type { RecordKind } from './page-words.ts';
import type { PersonalData } from './schemas.ts';

type Row = Record<string, unknown>;

/** Columns that are worked out from others, or secret. */
const internal = /(Key|Amount|Hash|^secret|^searchText|^publicKey|^credentialId|^tenantUuid)$/;

/**
 * Returns everything that is held of a person, live or deleted, and of the records that were merged
 * into it. Secrets are left out. Throws NOT_FOUND, or SCOPE_MISSING to
 * a program that may not read all of it.
 */
export async function collectPersonalData(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
): Promise<Static<typeof PersonalData>> {
  const person = await lockPerson(tx, caller, contactUuid);
  const records = {} as Record<RecordKind, Row[]>;
  for (const kind of tx.kinds) {
    if (kind.held) requireArea(tx, caller, kind.entityType);
    for (const [part, query] of Object.entries(kind.held?.(tx, heldOf(person)) ?? {})) {
      const rows = await tx<Row[]>`${query}`;
      records[part as RecordKind] = rows.map(shown);
    }
  }
  const [{ at }] = await tx<[{ at: string }]>`select record_time(now()) as at`;
  return { contactUuid: person.contactUuid, collectedAt: at, ...records };
}

/** Returns how many records there are in it. */
export function countRecords(data: Static<typeof PersonalData>): number {
  return Object.values(data).reduce(
    (count, records) => count + (typeof records === 'string' ? 0 : records.length),
    0,
  );
}

function shown(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !internal.test(name)));
}
