import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Static } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { foldedPatternOf, lockPerson, type Person } from './find-person.ts';
import type { PersonalData, RecordKind } from './schemas.ts';

type Row = Record<string, unknown>;

/** Columns that are worked out from others, or secret. */
const internal = /(Key|Amount|Hash|^secret|^searchText|^publicKey|^credentialId|^tenantUuid)$/;

/**
 * Returns everything that is held of a person, live or deleted, and of the records that were merged
 * into it. Secrets are left out. Throws NOT_FOUND.
 */
export async function collectPersonalData(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
): Promise<Static<typeof PersonalData>> {
  const person = await lockPerson(tx, caller, contactUuid);
  const records = {} as Record<RecordKind, Row[]>;
  for (const [kind, query] of Object.entries(queriesOf(tx, person))) {
    const rows = await tx<Row[]>`${query}`;
    records[kind as RecordKind] = rows.map(shown);
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

/** Returns the query of each kind of record. */
function queriesOf(tx: Tx, { uuids, values }: Person): Record<RecordKind, Fragment> {
  const own = tx`contact_uuid = any(${uuids})`;
  const ofUser = tx`user_uuid = any(${uuids})`;
  const participants = (where: Fragment) => tx`
    select p.*, m.title, m.start_local, m.end_local, m.timezone, m.status
      from meeting_participants p join meetings m using (tenant_uuid, meeting_uuid) where ${where}
     order by p.ordinal`;
  return {
    contacts: tx`select * from contacts where ${own}`,
    addresses: tx`select * from contact_addresses where ${own} order by ordinal`,
    logins: tx`select * from accounts where tenant_uuid = ${tx.tenantUuid} and ${ofUser}`,
    sessions: tx`select * from sessions where ${ofUser} order by created_at`,
    passkeys: tx`select * from passkeys where ${ofUser} order by created_at`,
    memberships: tx`
      select m.*, h.name as household_name
        from household_members m join households h using (tenant_uuid, household_uuid)
       where m.contact_uuid = any(${uuids}) order by m.ordinal`,
    invitations: participants(tx`p.contact_uuid = any(${uuids})`),
    guestInvitations: participants(tx`plain_email(p.email) = any(${values.emails})`),
    invitationMails: tx`
      select i.* from mails i join meeting_participants p on p.participant_uuid = i.thread_uuid
       where p.contact_uuid = any(${uuids}) or plain_email(p.email) = any(${values.emails}) order by i.ordinal`,
    mails: tx`
      select * from mails
       where thread_uuid is null
         and (person_uuid = any(${uuids}) or plain_email(sent_to) = any(${values.emails}))
       order by ordinal`,
    notes: tx`select * from notes where ${own} order by created_at`,
    noteVersions: tx`
      select v.* from note_versions v join notes n using (tenant_uuid, note_uuid)
       where n.contact_uuid = any(${uuids}) order by v.note_uuid, v.version`,
    tasks: tx`select * from tasks where ${own} order by created_at`,
    importRows: tx`
      select r.* from contact_import_rows r
       where fold(array_to_string(cells, ' ')) ~ ${foldedPatternOf([...values.distinctive, ...values.wholeNames])}
       order by import_uuid, line`,
    events: tx`
      select event_uuid, event_type, occurred_at, actor_type, actor_id, entity_type, entity_id, attributes
        from events where entity_id = any(${uuids}) or actor_id = any(${uuids})
       order by occurred_at, event_uuid`,
  };
}
