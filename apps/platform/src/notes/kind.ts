import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { isAny, isBelonging, type Kind, nameIn } from '../kind.ts';
import { aboutRecords } from '../records/about-records.ts';
import { seesRecord } from '../records/record-access.ts';

const { move, ...about } = aboutRecords({
  table: 'notes',
  key: 'note_uuid',
  at: 'happened_at',
  entry: (tx) => tx`
    'NOTE', null, null, a.author_uuid, 'NOTE', a.note_uuid,
    left(split_part(btrim(a.text, ' ' || chr(9) || chr(10) || chr(13)), chr(10), 1), 400), a.author_name, null`,
});

/** Notes, with their versions. */
export const noteKind: Kind = {
  entityType: 'NOTE',
  tables: ['notes', 'note_versions'],
  name: (tx, uuid) => nameIn(tx, 'notes', 'note_uuid', uuid, tx`null::text`),
  ...about,
  merge: { counted: 'noteCount', move },
  told: {
    table: 'notes',
    alias: 'n',
    column: 'note_uuid',
    roles: staffRoles,
    area: 'notes',
    mayRead: (tx, caller) => seesRecord(tx, caller, 'n'),
  },
  texts: [
    {
      table: 'notes',
      key: ['note_uuid'],
      texts: ['text'],
      near: isBelonging,
      ofContact: (tx, contacts) => isAny(tx, 'contact_uuid', contacts),
    },
    {
      table: 'note_versions',
      key: ['note_uuid', 'version'],
      texts: ['text'],
      near: (tx, nearBy) =>
        tx`note_uuid in (select note_uuid from notes where ${isBelonging(tx, nearBy)})`,
      ofContact: (tx, contacts) =>
        tx`note_uuid in (select note_uuid from notes where ${isAny(tx, 'contact_uuid', contacts)})`,
    },
  ],
  held: (tx, { uuids }) => ({
    notes: tx`select * from notes where contact_uuid = any(${uuids}) order by created_at`,
    noteVersions: tx`
      select v.* from note_versions v join notes n using (tenant_uuid, note_uuid)
       where n.contact_uuid = any(${uuids}) order by v.note_uuid, v.version`,
  }),
};
