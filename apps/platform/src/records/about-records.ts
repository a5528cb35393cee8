import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { forgetHistory } from '../forget-history.ts';
import type { EntriesAsked, HeldOf, Kind, Pair } from '../kind.ts';

/** A kind of records that are about others, by columns of their own that name those. */
export type About = {
  table: string;
  key: string;
  /** Its columns in a timeline, of the row `a` of the table. */
  entry: (tx: Tx) => Fragment;
  /** The column of its time. */
  at: string;
};

/** Returns what is the same of all kinds of records that are about others: whose they are, and where they go. */
export const aboutRecords = ({ table, key, entry, at }: About) =>
  ({
    /** The partner is that of the record that it is about. */
    partner: (tx, { tenantUuid, uuid }) => {
      const partners = tx.kinds.flatMap(({ subject, partner }) => {
        if (!subject || !partner) return [];
        return [partner(tx, { tenantUuid, uuid: tx`a.${tx(subject.column)}` })];
      });
      return tx`(
        select coalesce(${partners.reduce((all, each) => tx`${all}, ${each}`)})
          from ${tx(table)} a where a.tenant_uuid = ${tenantUuid} and a.${tx(key)} = ${uuid})`;
    },
    // By one column at a time, which has an index.
    entries: (tx: Tx, { abouts, isAfter, limit }: EntriesAsked) =>
      abouts.map(
        (about) => tx`
    select ${tx(table)}.* from r cross join lateral (
      select a.tenant_uuid, a.${tx(at)} as at, a.${tx(key)} as key, ${entry(tx)}
        from ${tx(table)} a
       where a.${tx(about)} = r.entity_uuid and a.deleted_at is null
         and ${isAfter(tx`a.${tx(at)}`, tx`a.${tx(key)}`)}
       order by a.${tx(at)} desc, a.${tx(key)} desc limit ${limit}) ${tx(table)}`,
      ),
    /** Deleted ones too. */
    move: async (tx: Tx, { from, into }: Pair) => {
      const { count } = await tx`
        update ${tx(table)} set contact_uuid = ${into} where contact_uuid = ${from}`;
      return count;
    },
    erase: async (tx: Tx, { uuids }: HeldOf) => {
      const removed = await tx<{ uuid: string }[]>`
        delete from ${tx(table)} where contact_uuid = any(${uuids}) returning ${tx(key)} as uuid`;
      await forgetHistory(
        tx,
        removed.map(({ uuid }) => uuid),
      );
      return { [table]: removed.length };
    },
  }) satisfies Pick<Kind, 'partner' | 'entries' | 'erase'> & Kind['merge'];
