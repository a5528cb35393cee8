import { staffRoles } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { partnerOfStaff } from '../auth/partner-of-staff.ts';
import type { Tx } from '../database/transaction.ts';
import { forgetHistory } from '../forget-history.ts';
import { isAny, type Kind, nameIn, type Subject } from '../kind.ts';
import { readerOf } from '../records/record-access.ts';
import { carryAddresses } from './address-queries.ts';
import { contactBook } from './change-manager.ts';
import { contactNotFound, visibleTo } from './contact-access.ts';
import { deleteDismissals, moveDismissals } from './duplicates/dismissal-queries.ts';
import { moveAddresses } from './move-addresses.ts';
import { contactNews } from './news.ts';
import { lockAnyContact } from './queries.ts';
import { waitingContacts } from './waiting-contacts.ts';

const subject: Subject = {
  column: 'contact_uuid',
  field: 'contactUuid',
  table: 'contacts',
  alias: 'c',
  sees: (tx, caller) => tx`(c.deleted_at is null and ${visibleTo(tx, caller)})`,
  related: (tx, _caller, uuid) => tx`
      select 'CONTACT', contact_uuid from contacts where merged_into = ${uuid}`,
  abouts: ['contact_uuid'],
  notFound: contactNotFound,
};

/** Contacts, with their addresses and logins. */
export const contactKind: Kind = {
  entityType: 'CONTACT',
  tables: [
    'contacts',
    'contact_addresses',
    'contact_erasures',
    'contact_imports',
    'contact_import_rows',
    'duplicate_changes',
    'duplicate_dismissals',
    'duplicate_groups',
  ],
  name: contactName,
  actorName: contactName,
  partner: (tx, { tenantUuid, uuid }) => tx`(
    select coalesce(${partnerOfStaff(tx, tx`c.tenant_uuid`, tx`c.contact_manager_entity_uuid`)},
                    case when c.firm_type = 'PARTNER' then c.firm_entity_uuid end)
      from contacts c where c.tenant_uuid = ${tenantUuid} and c.contact_uuid = ${uuid})`,
  subject,
  history: { requireReader: readerOf('CONTACT', subject) },
  told: { ...subject, roles: staffRoles, area: 'contacts', mayRead: visibleTo },
  news: contactNews,
  waits: waitingContacts,
  viewed: { eventType: 'contact.viewed', parameter: 'contactUuid' },
  texts: [
    {
      table: 'contacts',
      key: ['contact_uuid'],
      texts: ['display_name', 'alias', 'firm_name'],
      json: {
        identity_documents: ['documentType', 'type', 'identityType', 'country', 'status'],
        pep_entries: ['relationship', 'country'],
        company_names: [],
        trading_symbols: [],
        current_employment: ['status', 'employmentStatus', 'type', 'country', 'currency'],
        employment_history: ['status', 'employmentStatus', 'type', 'country', 'currency'],
        custom_fields: [],
      },
      near: (tx, { contacts }) => isAny(tx, 'contact_uuid', contacts),
      ofContact: (tx, contacts) => isAny(tx, 'contact_uuid', contacts),
    },
    {
      table: 'contact_addresses',
      key: ['contact_uuid', 'address_uuid'],
      texts: ['street_name', 'street_number', 'apartment', 'commune', 'landmark', 'city', 'state'],
      near: (tx, { contacts }) => isAny(tx, 'contact_uuid', contacts),
      ofContact: (tx, contacts) => isAny(tx, 'contact_uuid', contacts),
      lockParent: (tx, [contactUuid = '']) => lockAnyContact(tx, contactUuid),
      carry: (tx, [contactUuid = '']) => carryAddresses(tx, contactUuid),
    },
    { table: 'contact_erasures', key: ['contact_uuid'], texts: ['reason'] },
  ],
  merge: {
    counted: 'addressCount',
    move: async (tx, pair) => {
      await moveDismissals(tx, pair);
      return moveAddresses(tx, pair);
    },
  },
  book: contactBook,
  held: (tx, { uuids, emails, folded }) => {
    const ofUser = tx`user_uuid = any(${uuids})`;
    return {
      contacts: tx`select * from contacts where contact_uuid = any(${uuids})`,
      addresses: tx`
        select * from contact_addresses where contact_uuid = any(${uuids}) order by ordinal`,
      dismissedDuplicates: tx`
        select * from duplicate_dismissals
         where contact_uuid = any(${uuids}) or other_uuid = any(${uuids})`,
      logins: tx`select * from accounts where tenant_uuid = ${tx.tenantUuid} and ${ofUser}`,
      sessions: tx`select * from sessions where ${ofUser} order by created_at`,
      passkeys: tx`select * from passkeys where ${ofUser} order by created_at`,
      mails: tx`
        select * from mails
         where thread_uuid is null
           and (person_uuid = any(${uuids}) or plain_email(sent_to) = any(${emails}))
         order by ordinal`,
      importRows: tx`
        select r.* from contact_import_rows r
         where fold(array_to_string(cells, ' ')) ~ ${folded} order by import_uuid, line`,
      history: tx`
        select event_uuid, occurred_at, entity_type, entity_uuid, changes from record_history
         where entity_uuid = any(${uuids}) and changes is not null order by occurred_at, event_uuid`,
      events: tx`
        select event_uuid, event_type, occurred_at, actor_type, actor_id, entity_type, entity_id,
               attributes - 'changesHash' as attributes
          from events where entity_id = any(${uuids}) or actor_id = any(${uuids})
         order by occurred_at, event_uuid`,
    };
  },
  erase: async (tx, { uuids, emails }) => {
    const history = await forgetHistory(tx, uuids);
    const addresses = await tx`delete from contact_addresses where contact_uuid = any(${uuids})`;
    await deleteDismissals(tx, uuids);
    await tx`delete from refused_addresses where address = any(${emails})`;
    const mails = await tx`
      delete from mails
       where person_uuid = any(${uuids}) or plain_email(address) = any(${emails})
          or plain_email(sent_to) = any(${emails})`;
    const inboxItems = await tx`
      delete from inbox_items where person_uuid = any(${uuids}) or entity_id = any(${uuids})`;
    const sessions = await tx`delete from sessions where user_uuid = any(${uuids})`;
    const logins = await tx`
      delete from accounts where tenant_uuid = ${tx.tenantUuid} and user_uuid = any(${uuids})`;
    return {
      history,
      addresses: addresses.count,
      mails: mails.count,
      inboxItems: inboxItems.count,
      sessions: sessions.count,
      logins: logins.count,
    };
  },
};

function contactName(tx: Tx, uuid: Fragment): Fragment {
  const name = tx`coalesce(nullif(r.display_name, ''), nullif(btrim(r.first_name || ' ' || r.paternal_last_name), ''))`;
  return nameIn(tx, 'contacts', 'contact_uuid', uuid, name);
}
