import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { softDeleteNote } from './queries.ts';
import { findOwnNote } from './read-notes.ts';

/** Deletes a note softly. Throws NOT_FOUND or FORBIDDEN. */
export async function deleteNote(tx: Tx, caller: Caller, noteUuid: string): Promise<void> {
  await findOwnNote(tx, caller, noteUuid);
  await softDeleteNote(tx, noteUuid);
  await recordEvent(tx, { eventType: 'note.deleted', entityType: 'NOTE', entityId: noteUuid });
}
