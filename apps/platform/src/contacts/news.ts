import type { Fragment } from '@atrium/kit/sql.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { isAny, type Kind } from '../kind.ts';
import { tellPeople } from '../tell-people.ts';
import { daysAhead, hasExpiring } from './readiness/expiring-documents.ts';

/** Says whose inboxes tell of what happens to contacts. A new one has no documents that could expire. */
export const contactNews: Kind['news'] = {
  'contact.updated': (tx, { tenantUuid, changed }) => {
    // The manager has two names, and the change bears the one that was stated.
    const given = [...changed('contactManagerEntityUuid'), ...changed('contactManagerId')];
    const papers = changed('identityDocuments');
    const concerned = [...new Set([...given, ...papers])];
    return concerned.length === 0
      ? []
      : [
          tx`select 'RECORD_HANDED_OVER', c.contact_manager_entity_uuid, 'CONTACT', c.contact_uuid,
                    null::uuid, null::text
               from contacts c where ${among(tx, tenantUuid, given)}`,
          expiring(tx, among(tx, tenantUuid, concerned)),
        ];
  },
};

const among = (tx: Tx, tenantUuid: string, contactUuids: readonly string[]): Fragment =>
  tx`c.tenant_uuid = ${tenantUuid} and ${isAny(tx, 'c.contact_uuid', contactUuids)}`;

/** Selects the documents of some contacts `c` that expire soon, each for the contact's manager, once. */
const expiring = (tx: Tx, where: Fragment): Fragment => tx`
  select 'DOCUMENT_EXPIRES', c.contact_manager_entity_uuid, 'CONTACT', c.contact_uuid, null::uuid,
         'document ' || c.contact_uuid || ' ' || e
    from contacts c cross join unnest(c.document_dates) e,
         (select (now() at time zone 'UTC')::date as today) n
   where ${where} and c.deleted_at is null and ${hasExpiring(tx)} and e between n.today and n.today + ${daysAhead}::int`;

/** Tells the managers of all firms' contacts of documents that expire soon. */
export async function tellOfDocuments(db: Db): Promise<void> {
  const firms = await db.asPlatform(
    (tx) => tx<{ tenantUuid: string }[]>`
      select tenant_uuid from tenants where is_active and deleted_at is null order by tenant_uuid`,
  );
  for (const { tenantUuid } of firms)
    await db.asTenant(tenantUuid, system, (tx) => tellPeople(tx, expiring(tx, tx`true`)));
}
