import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { IfMatch } from '../http/if-match.ts';
import { keepVersion, updateNoteRow } from './queries.ts';
import { findOwnNote, reread } from './read-notes.ts';
import type { NoteChanges, NoteRow } from './schemas.ts';
import { tellMentioned } from './tell-mentioned.ts';

/** Changes a note and keeps its earlier text. Throws NOT_FOUND, FORBIDDEN or PRECONDITION_FAILED. */
export async function updateNote(
  tx: Tx,
  caller: Caller,
  noteUuid: string,
  { text, occurredAt, kind }: NoteChanges,
  requireMatch: IfMatch,
): Promise<NoteRow> {
  const before = await findOwnNote(tx, caller, noteUuid);
  requireMatch(before.version);
  const stated = Object.entries({ text, occurredAt, kind }).filter(
    ([name, value]) => value !== undefined && value !== before[name as 'text'],
  );
  if (stated.length === 0) return reread(tx, caller, noteUuid);
  await keepVersion(tx, noteUuid);
  await updateNoteRow(tx, noteUuid, {
    ...Object.fromEntries(stated),
    editorUuid: caller.userUuid,
  });
  await recordEvent(tx, {
    eventType: 'note.updated',
    entityType: 'NOTE',
    entityId: noteUuid,
    attributes: { fieldCount: String(stated.length) },
  });
  const note = await reread(tx, caller, noteUuid);
  await tellMentioned(tx, note, before.text);
  return note;
}
