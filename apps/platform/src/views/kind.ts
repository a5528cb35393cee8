import { staffRoles } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { type Kind, nameIn, type Pair } from '../kind.ts';
import { isSeen } from './queries.ts';

/** Saved views. */
export const viewKind: Kind = {
  entityType: 'VIEW',
  tables: ['saved_views'],
  name: (tx, uuid) => nameIn(tx, 'saved_views', 'view_uuid', uuid),
  merge: { move: redirectViews },
  told: {
    table: 'saved_views',
    alias: 'v',
    column: 'view_uuid',
    roles: staffRoles,
    mayRead: isSeen,
  },
  texts: [
    {
      table: 'saved_views',
      key: ['view_uuid'],
      texts: ['name'],
      json: {
        filters: ['field', 'operator', 'fields'],
        question: [
          'eventType',
          'granularity',
          'timezone',
          'field',
          'function',
          'operator',
          'alias',
          'from',
          'to',
          'sort',
          'direction',
        ],
      },
    },
  ],
};

/** Lets saved views that ask for the one record ask for the other. */
async function redirectViews(tx: Tx, { from, into }: Pair): Promise<number> {
  const { count } = await tx`
    update saved_views
       set filters = replace(filters::text, ${from}, ${into})::jsonb,
           question = replace(question::text, ${from}, ${into})::jsonb
     where filters::text like ${`%${from}%`} or question::text like ${`%${from}%`}`;
  return count;
}
