import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { findCallerName } from '../auth/find-caller-name.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { requireRecord } from '../records/record-access.ts';
import { insertNote } from './queries.ts';
import { reread } from './read-notes.ts';
import type { NewNote, NoteRow } from './schemas.ts';
import { tellMentioned } from './tell-mentioned.ts';

/** Writes a note about a record that the caller sees. Throws VALIDATION_FAILED for another one. */
export async function createNote(tx: Tx, caller: Caller, input: NewNote): Promise<NoteRow> {
  await requireRecord(tx, caller, input);
  const noteUuid = randomUUIDv7();
  const { name } = await findCallerName(tx, caller);
  await insertNote(tx, noteUuid, { authorUuid: caller.userUuid, authorName: name }, input);
  const note = await reread(tx, caller, noteUuid);
  await recordEvent(tx, {
    eventType: 'note.created',
    entityType: 'NOTE',
    entityId: noteUuid,
    attributes: {
      kind: note.kind,
      recordType: note.entityType,
      recordUuid: note.entityUuid,
    },
  });
  await tellMentioned(tx, note);
  return note;
}
