import type { Cipher } from './cipher.ts';
import type { Db } from './db.ts';
import type { KeyRing } from './key-ring.ts';
import type { Tx } from './transaction.ts';

/** The row that a sealed text stands in, by its tenant and its identifier there. */
export type SealedRow = { tenantUuid: string; uuid: string };

/** The keys by which the platform seals: those of SECRET_KEY, and CALENDAR_TOKEN_KEYS. */
export type SealingKeys = { secretKeys: KeyRing; tokenKeys: string | undefined };

/** A column whose texts are sealed. */
export type SealedColumn = {
  table: string;
  /** The column with the row's identifier. */
  key: string;
  column: string;
  /** The column that names the key of the seal, if there is one. */
  keyId?: string;
  cipher: Pick<Cipher, 'keyId' | 'firstNames' | 'seal' | 'open'>;
  /** Returns the contexts that the text may have been sealed for, the likeliest first. */
  contextsOf: (tx: Tx, row: SealedRow) => readonly string[] | Promise<readonly string[]>;
};

export type Resealed = { resealed: number; unreadable: number };

const batchSize = 100;

/**
 * Seals by the first key what another one sealed: batch after batch is read, and each text is put
 * in the place of the one that was read in a commit of its own, so that nobody waits and whoever
 * changes it meanwhile wins. What was cut off goes on where it was. A text that no key opens stays as it is.
 */
export async function resealColumn(
  db: Db,
  column: SealedColumn,
  tell: (row: SealedRow) => void,
): Promise<Resealed> {
  const done = { resealed: 0, unreadable: 0 };
  let after: SealedRow | undefined;
  for (;;) {
    const last = after;
    const rows = await db.asPlatform((tx) => listOthers(tx, column, last));
    for (const row of rows) {
      const isRead = await db.asPlatform((tx) => resealText(tx, column, row));
      done[isRead ? 'resealed' : 'unreadable'] += 1;
      if (!isRead) tell(row);
    }
    after = rows.at(-1);
    if (rows.length < batchSize) return done;
  }
}

/**
 * Returns how many texts another key than the first sealed, and how many of those that were tried no key
 * opens: up to a hundred of each column, and one that the first key sealed.
 */
export async function countSeals(
  db: Pick<Db, 'asPlatform'>,
  columns: readonly SealedColumn[],
): Promise<{ others: number; unreadable: number }> {
  const counts = { others: 0, unreadable: 0 };
  for (const column of columns)
    await db.asPlatform(async (tx) => {
      const others = await listOthers(tx, column);
      for (const row of [...others, ...(await listSample(tx, column))]) {
        const contexts = await column.contextsOf(tx, row);
        const isRead = contexts.some(
          (each) => tryOpen(column.cipher, row.sealed, each) !== undefined,
        );
        if (!isRead) counts.unreadable += 1;
      }
      counts.others += others.length;
    });
  return counts;
}

/** Lists one text that the first key sealed, as it says. */
function listSample(tx: Tx, { table, key, column, cipher }: SealedColumn) {
  return tx<Sealed[]>`
    select tenant_uuid, ${tx(key)} as uuid, ${tx(column)} as sealed from ${tx(table)}
     where split_part(${tx(column)}, '.', 1) = any(${cipher.firstNames}) limit 1`;
}

type Sealed = SealedRow & { sealed: string };

/** Lists what is not sealed by the first key, behind a row. */
function listOthers(tx: Tx, { table, key, column, cipher }: SealedColumn, after?: SealedRow) {
  const { tenantUuid = null, uuid = null } = after ?? {};
  return tx<Sealed[]>`
    select tenant_uuid, ${tx(key)} as uuid, ${tx(column)} as sealed from ${tx(table)}
     where split_part(${tx(column)}, '.', 1) <> all(${cipher.firstNames})
       and (${tenantUuid}::uuid is null or (tenant_uuid, ${tx(key)}) > (${tenantUuid}::uuid, ${uuid}::uuid))
     order by tenant_uuid, ${tx(key)} limit ${batchSize}`;
}

/** Puts a text sealed by the first key in the place of another; false when none of the keys opens it. */
async function resealText(tx: Tx, column: SealedColumn, row: Sealed): Promise<boolean> {
  const { table, key, cipher, keyId } = column;
  for (const context of await column.contextsOf(tx, row)) {
    const text = tryOpen(cipher, row.sealed, context);
    if (text === undefined) continue;
    const named = keyId ? tx`, ${tx(keyId)} = ${cipher.keyId}` : tx``;
    await tx`
      update ${tx(table)} set ${tx(column.column)} = ${cipher.seal(text, context)} ${named}
       where tenant_uuid = ${row.tenantUuid} and ${tx(key)} = ${row.uuid}
         and ${tx(column.column)} = ${row.sealed}`;
    return true;
  }
  return false;
}

function tryOpen(cipher: SealedColumn['cipher'], sealed: string, context: string) {
  try {
    return cipher.open(sealed, context);
  } catch {
    return undefined;
  }
}
