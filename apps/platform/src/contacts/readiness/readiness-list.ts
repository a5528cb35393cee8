import type { ListFields } from '@atrium/kit/lists/fields.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { defaultLists, type ListName } from '../../platform-configs/default-lists.ts';
import { noticeDays } from './expiring-documents.ts';

/** The fields of readiness by which contacts are filtered and sorted. */
export const readinessFields: ListFields = {
  readinessStatus: { column: 'r.readiness_status', type: 'enum', notNull: true },
  readinessMissing: { column: 'c.missing_count', type: 'integer', notNull: true },
  documentExpiresOn: { column: 'r.document_expires_on', type: 'date' },
};

/** Returns today by UTC as YYYY-MM-DD. */
export const todayUtc = (): string => Temporal.Now.plainDateISO('UTC').toString();

/**
 * Returns `contacts c` with `r`, their readiness on a day: the same as assessReadiness finds. It is
 * worked out for the rows and statements that ask for it only.
 */
export const contactsWithReadiness = (tx: Tx, today: string): Fragment => tx`
  contacts c cross join lateral (
    select case when c.has_invalid or c.is_politically_exposed
                  or c.document_dates[1] <= ${today}::date + ${noticeDays}::int
                  or c.stage_name <> all(${offered(tx, 'stages')})
                  or c.contact_source <> all(${offered(tx, 'sources')})
                  or c.segment_name <> all(${offered(tx, 'segments')})
                  or ${relatedToExposed(tx)} then 'ATTENTION'
                when c.missing_count > 0 then 'INCOMPLETE' else 'READY' end as readiness_status,
           (select coalesce(min(expires) filter (where expires >= ${today}::date), max(expires))
              from unnest(c.document_dates) expires) as document_expires_on) r`;

/** Returns the condition that `contacts c` is close to a politically exposed person. */
export const relatedToExposed = (tx: Tx): Fragment => tx`
  c.contact_uuid in (select w.contact_uuid from exposed_ways() w where w.contact_uuid is not null)`;

/** Returns the columns of readiness, as answers have them, over contactsWithReadiness. */
export const readinessColumns = (tx: Tx): Fragment => tx`
  json_build_object('status', r.readiness_status, 'missing', c.missing_count) as readiness,
  r.document_expires_on as "documentExpiresOn"`;

/** Returns the values that a list of the tenant offers, as an array that is made once a statement. */
function offered(tx: Tx, list: ListName): Fragment {
  const usual = defaultLists[list].filter(({ isActive }) => isActive).map(({ value }) => value);
  return tx`coalesce((
    select array(select entry ->> 'value' from jsonb_array_elements(v.entries) entry
                  where (entry ->> 'isActive')::boolean)
      from value_lists v where v.list = ${list}), ${usual}::text[])`;
}
