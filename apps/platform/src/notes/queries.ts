import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { pattern, tellingPart, toWords } from '../database/text-search.ts';
import type { Tx } from '../database/transaction.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import type { ListFields } from '../lists/fields.ts';
import type { PageRequest } from '../lists/page.ts';
import { type RecordKey, recordColumn } from '../records/record-access.ts';
import type { NewNote, NoteChanges, NoteRow, NoteVersionRow } from './schemas.ts';

const fields: ListFields = {
  occurredAt: { column: 'n.happened_at', type: 'time', notNull: true },
  createdAt: { column: 'n.created_at', type: 'time', notNull: true },
  updatedAt: { column: 'n.updated_at', type: 'time', notNull: true },
  kind: { column: 'n.kind', type: 'enum' },
};

/** Returns whether a caller may change any note. */
const changesAll = (caller: Caller) => hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN');

const columns = (tx: Tx, caller: Caller) => tx`
  n.note_uuid,
  case when n.contact_uuid is not null then 'CONTACT'
       when n.household_uuid is not null then 'HOUSEHOLD' else 'MEETING' end as entity_type,
  coalesce(n.contact_uuid, n.household_uuid, n.meeting_uuid) as entity_uuid,
  n.text, n.kind, n.version, record_time(n.occurred_at) as occurred_at, n.author_uuid, n.author_name,
  (${changesAll(caller)} or (n.author_uuid = ${caller.userUuid}
    and n.created_at > change_time() - interval '24 hours')) as can_edit,
  record_time(n.created_at) as created_at, record_time(n.updated_at) as updated_at`;

/** Returns a page of live notes that meet a condition on `n`, the newest first. */
export function listNotes(tx: Tx, caller: Caller, where: Fragment, request: PageRequest) {
  return fetchPage<NoteRow>(
    tx,
    {
      select: columns(tx, caller),
      from: tx`notes n`,
      where: tx`n.deleted_at is null and ${where}`,
      fields,
      key: 'n.note_uuid',
      defaultSort: ['occurredAt,desc'],
    },
    request,
  );
}

/** Returns the condition that a note is about a record or, of a household, about a member of it. */
export function isAbout(tx: Tx, key: RecordKey, withMembers: boolean): Fragment {
  const { entityType, entityUuid } = key;
  if (entityType === 'CONTACT') return tx`n.contact_uuid = ${entityUuid}`;
  if (entityType === 'MEETING') return tx`n.meeting_uuid = ${entityUuid}`;
  if (!withMembers) return tx`n.household_uuid = ${entityUuid}`;
  return tx`(n.household_uuid = ${entityUuid} or n.contact_uuid in (
    select m.contact_uuid from household_members m
     where m.household_uuid = ${entityUuid} and m.removed_at is null))`;
}

/** Returns the condition that a note has every word of a search, evaluated on each note. */
export function hasWords(tx: Tx, searchTerm: string): Fragment {
  return toWords(searchTerm).reduce(
    (all, word) => tx`${all} and n.search_text like ${pattern(tx, word)}`,
    tx`true`,
  );
}

/** Returns the same condition for all notes of the firm: those with the word that tells most are found by an index. */
export function matches(tx: Tx, searchTerm: string): Fragment {
  const telling = tellingPart(toWords(searchTerm));
  const all = hasWords(tx, searchTerm);
  if (telling === undefined) return all;
  return tx`n.note_uuid in (select notes_like(${pattern(tx, telling)})) and ${all}`;
}

export async function findNote(tx: Tx, caller: Caller, visible: Fragment, noteUuid: string) {
  const [note] = await tx<NoteRow[]>`
    select ${columns(tx, caller)} from notes n
     where n.note_uuid = ${noteUuid} and n.deleted_at is null and ${visible}`;
  return note;
}

/** Finds a note and locks the row until the transaction ends. */
export async function lockNote(tx: Tx, caller: Caller, visible: Fragment, noteUuid: string) {
  await tx`select from notes where note_uuid = ${noteUuid} for update`;
  return findNote(tx, caller, visible, noteUuid);
}

export async function insertNote(
  tx: Tx,
  noteUuid: string,
  author: { authorUuid: string; authorName: string },
  { entityType, entityUuid, text, occurredAt, kind = 'NOTE' }: NewNote,
): Promise<void> {
  const record = recordColumn(tx, { entityType, entityUuid });
  const values = { tenantUuid: tx.tenantUuid, noteUuid, text, kind, ...record, ...author };
  await tx`insert into notes ${tx({ ...values, occurredAt: occurredAt ?? null })}`;
}

/** Keeps the present text of a note as its newest version. */
export async function keepVersion(tx: Tx, noteUuid: string): Promise<void> {
  await tx`
    insert into note_versions (tenant_uuid, note_uuid, version, text, kind, occurred_at, editor_uuid, written_at)
    select n.tenant_uuid, n.note_uuid, count(v.version) + 1, n.text, n.kind, n.occurred_at,
           coalesce(n.editor_uuid, n.author_uuid), n.updated_at
      from notes n left join note_versions v using (tenant_uuid, note_uuid)
     where n.note_uuid = ${noteUuid}
     group by n.tenant_uuid, n.note_uuid`;
}

export async function updateNoteRow(
  tx: Tx,
  noteUuid: string,
  changes: NoteChanges & { editorUuid: string | null },
): Promise<void> {
  await tx`update notes set ${tx(changes)} where note_uuid = ${noteUuid}`;
}

export async function softDeleteNote(tx: Tx, noteUuid: string): Promise<void> {
  await tx`update notes set deleted_at = change_time() where note_uuid = ${noteUuid}`;
}

/** Returns the earlier texts of a note, the newest first. */
export function listVersions(tx: Tx, noteUuid: string) {
  return tx<NoteVersionRow[]>`
    select version, text, kind, record_time(occurred_at) as occurred_at, editor_uuid,
           record_time(written_at) as written_at
      from note_versions where note_uuid = ${noteUuid} order by version desc`;
}
