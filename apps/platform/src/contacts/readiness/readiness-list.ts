import { type Fragment, joined } from '@atrium/kit/sql.ts';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../database/transaction.ts';
import { lastMailStateOfContact } from '../../mail/last-mail.ts';
import { defaultLists, type ListName } from '../../platform-configs/default-lists.ts';
import { meetingsOfContact } from '../contact-glance.ts';
import { daysAhead } from './expiring-documents.ts';
import type { ListedContactRow } from './schemas.ts';

/** Returns today by UTC as YYYY-MM-DD. */
export const todayUtc = (): string => new Date().toISOString().slice(0, 10);

/** The fields that take their values from a list of the tenant, which may not offer them any more. */
const listed = [
  { field: 'stageName', column: 'c.stage_name', list: 'stages' },
  { field: 'contactSource', column: 'c.contact_source', list: 'sources' },
  { field: 'segmentName', column: 'c.segment_name', list: 'segments' },
] as const;

const isUnlisted = (tx: Tx, { column, list }: (typeof listed)[number]): Fragment =>
  tx`${tx(column)} <> all(${offered(tx, list)})`;

/**
 * Returns `contacts c` with `r`: their readiness on a day, the state of their last mail, and when they
 * met last and meet next. It is worked out for the rows and statements that ask for it only. `own_status` leaves out whom the
 * contact is related to: that takes long for all contacts, and is found at once for those of a page.
 */
export function contactsWithReadiness(tx: Tx, today: string): Fragment {
  const attention = listed.reduce<Fragment>(
    (any, each) => tx`${any} or ${isUnlisted(tx, each)}`,
    tx`c.has_invalid or c.is_politically_exposed or c.document_dates[1] <= ${today}::date + ${daysAhead}::int`,
  );
  const others = tx`when c.missing_count > 0 then 'INCOMPLETE' else 'READY'`;
  return tx`
    contacts c cross join lateral (
      select case when ${attention} then 'ATTENTION' ${others} end as own_status,
             case when ${attention} or c.contact_uuid in (
                    select w.contact_uuid from exposed_ways() w where w.contact_uuid is not null)
                  then 'ATTENTION' ${others} end as readiness_status,
             (select coalesce(min(expires) filter (where expires >= ${today}::date), max(expires))
                from unnest(c.document_dates) expires) as document_expires_on,
             ${tx.unsafe(lastMailStateOfContact)} as last_mail_state,
             ${tx.unsafe(meetingsOfContact.last)} as last_meeting_at,
             ${tx.unsafe(meetingsOfContact.next)} as next_meeting_at) r`;
}

type ListRequest = { filters?: { field: string }[]; sort?: string[] | null; field?: string };

/**
 * Returns whether a list is filtered or sorted by the status of readiness, or its values are asked for,
 * so that it is worked out for all contacts.
 */
export function asksForStatus({ query, body }: FastifyRequest): boolean {
  const { filters = [], sort, field = '' } = (body ?? query) as ListRequest;
  const fields = [field, ...filters.map((filter) => filter.field), ...(sort ?? [])];
  return fields.some((each) => each.startsWith('readinessStatus'));
}

/**
 * Returns the columns of readiness, as answers have them, over contactsWithReadiness; withRelated
 * completes their status.
 */
export const readinessColumns = (tx: Tx): Fragment => tx`
  json_build_object('status', r.own_status, 'missing', c.missing_count) as readiness,
  r.document_expires_on as "documentExpiresOn", c.household_uuids <> '{}' as "isInHousehold",
  false as "isRelatedToPep"`;

/** Returns the columns that say of one contact what is missing and wrong, over contactsWithReadiness. */
export function assessedColumns(tx: Tx): Fragment {
  const unlisted = listed.map(
    (each) => tx`(${each.field}::text, ${each.list}::text, ${isUnlisted(tx, each)})`,
  );
  return tx`
    array(select to_json(m) from missing_of(c) m) as missing_fields,
    array(select to_json(f) from faults_of(c) f) as faults,
    array(select json_build_object('field', u.field, 'list', u.list)
            from (values ${joined(unlisted)}) u (field, list, is_unlisted) where u.is_unlisted) as unlisted,
    c.is_politically_exposed`;
}

/** A contact with what assessedColumns reads. */
export type AssessedContact = ContactWithReadiness & {
  missingFields: { step: string; field: string }[];
  faults: { step: string; field: string; code: 'INVALID_FORMAT' | 'POST_OFFICE_BOX' }[];
  unlisted: { field: string; list: ListName }[];
  isPoliticallyExposed: boolean;
};

/** A contact with what readinessColumns reads. */
export type ContactWithReadiness = ListedContactRow & {
  isInHousehold: boolean;
  isRelatedToPep: boolean;
};

/**
 * Completes the status of contacts that were read, and marks those who are close to a politically
 * exposed person. Only members of households can be.
 */
export async function withRelated<C extends ContactWithReadiness>(
  tx: Tx,
  contacts: readonly C[],
): Promise<C[]> {
  const members = contacts.filter(({ isInHousehold }) => isInHousehold);
  const related = await relatedToExposed(
    tx,
    members.map(({ contactUuid }) => contactUuid),
  );
  return contacts.map((contact) => {
    if (!related.has(contact.contactUuid)) return contact;
    const readiness = { ...contact.readiness, status: 'ATTENTION' as const };
    return { ...contact, readiness, isRelatedToPep: true };
  });
}

/** Returns those of the contacts who are close to a politically exposed person. */
async function relatedToExposed(tx: Tx, contactUuids: readonly string[]): Promise<Set<string>> {
  if (contactUuids.length === 0) return new Set();
  const rows = await tx<{ contactUuid: string }[]>`
    select distinct contact_uuid from exposed_ways(${contactUuids}::uuid[])
     where contact_uuid = any(${contactUuids}::uuid[])`;
  return new Set(rows.map(({ contactUuid }) => contactUuid));
}

/** Returns the values that a list of the tenant offers, as an array that is made once a statement. */
function offered(tx: Tx, list: ListName): Fragment {
  const usual = defaultLists[list].filter(({ isActive }) => isActive).map(({ value }) => value);
  return tx`coalesce((
    select array(select entry ->> 'value' from jsonb_array_elements(v.entries) entry
                  where (entry ->> 'isActive')::boolean)
      from value_lists v where v.list = ${list}), ${usual}::text[])`;
}
