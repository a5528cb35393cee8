import type { Fragment } from '@atrium/kit/sql.ts';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../database/transaction.ts';
import { lastMailStateOfContact } from '../../mail/last-mail.ts';
import { defaultLists, type ListName } from '../../platform-configs/default-lists.ts';
import { daysAhead } from './expiring-documents.ts';
import type { ListedContactRow } from './schemas.ts';

/** Returns today by UTC as YYYY-MM-DD. */
export const todayUtc = (): string => new Date().toISOString().slice(0, 10);

/**
 * Returns `contacts c` with `r`, their readiness on a day, the same as assessReadiness finds, and the
 * state of their last mail. It is worked out for the rows and statements that ask for it only. `own_status` leaves out whom the
 * contact is related to: that takes long for all contacts, and is found at once for those of a page.
 */
export function contactsWithReadiness(tx: Tx, today: string): Fragment {
  const attention = tx`
    c.has_invalid or c.is_politically_exposed or c.document_dates[1] <= ${today}::date + ${daysAhead}::int
    or c.stage_name <> all(${offered(tx, 'stages')})
    or c.contact_source <> all(${offered(tx, 'sources')})
    or c.segment_name <> all(${offered(tx, 'segments')})`;
  const others = tx`when c.missing_count > 0 then 'INCOMPLETE' else 'READY'`;
  return tx`
    contacts c cross join lateral (
      select case when ${attention} then 'ATTENTION' ${others} end as own_status,
             case when ${attention} or c.contact_uuid in (
                    select w.contact_uuid from exposed_ways() w where w.contact_uuid is not null)
                  then 'ATTENTION' ${others} end as readiness_status,
             (select coalesce(min(expires) filter (where expires >= ${today}::date), max(expires))
                from unnest(c.document_dates) expires) as document_expires_on,
             ${tx.unsafe(lastMailStateOfContact)} as last_mail_state) r`;
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

/** A contact with what readinessColumns reads. */
export type ContactWithReadiness = ListedContactRow & {
  isInHousehold: boolean;
  isRelatedToPep: boolean;
};

/**
 * Completes the status of contacts that were read, and marks those who are close to a politically
 * exposed person. Only members of households can be.
 */
export async function withRelated(tx: Tx, contacts: readonly ContactWithReadiness[]) {
  const members = contacts.filter(({ isInHousehold }) => isInHousehold);
  const related = await relatedToExposed(
    tx,
    members.map(({ contactUuid }) => contactUuid),
  );
  return contacts.map((contact): ContactWithReadiness => {
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
