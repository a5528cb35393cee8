import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { orNotFound, Problem } from '../problems.ts';
import { requireSeen, seesRecord } from '../records/record-access.ts';
import { findNote, hasWords, isAbout, listNotes, lockNote, matches } from './queries.ts';
import type { NoteRow, NotesQuery } from './schemas.ts';

/**
 * Returns a page of the notes that the caller sees: of a record, with the words of a search, or
 * all. Throws NOT_FOUND for a record that the caller does not see.
 */
export async function readNotes(tx: Tx, caller: Caller, query: NotesQuery) {
  const { entityType, entityUuid, withMembers = false, searchTerm = '' } = query;
  if ((entityType === undefined) !== (entityUuid === undefined)) {
    const missing = entityType === undefined ? 'entityType' : 'entityUuid';
    throw invalid(fieldError(missing, 'REQUIRED', 'entityType and entityUuid go together'));
  }
  const visible = seesRecord(tx, caller, 'n');
  if (entityType === undefined || entityUuid === undefined)
    return listNotes(tx, caller, tx`${visible} and ${matches(tx, searchTerm)}`, query);
  const key = { entityType, entityUuid };
  await requireSeen(tx, caller, key);
  const found = tx`${isAbout(tx, key, withMembers)} and ${visible} and ${hasWords(tx, searchTerm)}`;
  return listNotes(tx, caller, found, query);
}

/** Returns one note that the caller sees. Throws NOT_FOUND. */
export async function findSeenNote(tx: Tx, caller: Caller, noteUuid: string): Promise<NoteRow> {
  return orNotFound(findNote(tx, caller, seesRecord(tx, caller, 'n'), noteUuid), 'note');
}

/**
 * Returns the note that the caller is about to change, locked: the author within 24 hours, an
 * administrator always. Throws NOT_FOUND, or FORBIDDEN in words.
 */
export async function findOwnNote(tx: Tx, caller: Caller, noteUuid: string): Promise<NoteRow> {
  const visible = seesRecord(tx, caller, 'n');
  const note = await orNotFound(lockNote(tx, caller, visible, noteUuid), 'note');
  if (note.canEdit) return note;
  if (note.authorUuid !== caller.userUuid)
    throw new Problem('FORBIDDEN', 'Only the author or an administrator changes a note');
  throw new Problem('FORBIDDEN', 'A note can be changed by its author for 24 hours');
}

/** Returns a note as the answer to its change. */
export async function reread(tx: Tx, caller: Caller, noteUuid: string): Promise<NoteRow> {
  return orNotFound(findNote(tx, caller, tx`true`, noteUuid), 'note');
}
