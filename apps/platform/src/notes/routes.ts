import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { IfMatchHeader } from '../http/if-match.ts';
import { PageOf } from '../lists/page.ts';
import { createNote } from './create-note.ts';
import { deleteNote } from './delete-note.ts';
import { listVersions } from './queries.ts';
import { findSeenNote, readNotes } from './read-notes.ts';
import { Note, NoteInput, NotesQuery, NoteUpdate, NoteVersion } from './schemas.ts';
import { updateNote } from './update-note.ts';

const tags = ['Notes'];
const config = { area: 'notes', roles: staffRoles };
const ByUuid = Type.Object({ noteUuid: Uuid });

export async function noteRoutes(app: Server) {
  app.get(
    '/api/notes',
    {
      config,
      schema: {
        operationId: 'listNotes',
        tags,
        summary: 'Notes of a record, or those that match a search, the newest first',
        description:
          'Either entityType and entityUuid, or searchTerm. Of a household also the notes of its members, with withMembers=true. Clients never see notes.',
        querystring: NotesQuery,
        response: { 200: PageOf(Note), ...problems(400, 401, 403, 404) },
      },
    },
    (request) => request.readTenant((tx) => readNotes(tx, request.caller, request.query)),
  );

  app.post(
    '/api/notes',
    {
      config: { ...config, creates: true, versioned: true },
      schema: {
        operationId: 'createNote',
        tags,
        summary: 'Write a note about a contact, a household or a meeting',
        description:
          'Of a kind NOTE, CALL, EMAIL or VISIT, at a time that defaults to now. It is seen by whoever sees the record.',
        body: NoteInput,
        response: { 201: Note, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inTenant((tx) => createNote(tx, request.caller, request.body)),
  );

  app.get(
    '/api/notes/:noteUuid',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'getNote',
        tags,
        summary: 'One note',
        description:
          'The text as it is now. A note of a record that the caller may not see is not found.',
        params: ByUuid,
        response: { 200: Note, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) => findSeenNote(tx, request.caller, request.params.noteUuid)),
  );

  app.put(
    '/api/notes/:noteUuid',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'updateNote',
        tags,
        summary: 'Change a note: its author within 24 hours, an administrator always',
        description: 'The text before stays readable among the versions.',
        params: ByUuid,
        headers: IfMatchHeader,
        body: NoteUpdate,
        response: { 200: Note, ...problems(400, 401, 403, 404, 412) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        updateNote(tx, request.caller, request.params.noteUuid, request.body, request.requireMatch),
      ),
  );

  app.delete(
    '/api/notes/:noteUuid',
    {
      config,
      schema: {
        operationId: 'deleteNote',
        tags,
        summary: 'Delete a note softly: its author within 24 hours, an administrator always',
        description: 'The note leaves lists and timelines.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => deleteNote(tx, request.caller, request.params.noteUuid)),
  );

  app.get(
    '/api/notes/:noteUuid/versions',
    {
      config,
      schema: {
        operationId: 'listNoteVersions',
        tags,
        summary: 'The earlier texts of a note, the newest first',
        description: 'An array of the texts before the present one, each with its time.',
        params: ByUuid,
        response: { 200: Type.Array(NoteVersion), ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        await findSeenNote(tx, request.caller, request.params.noteUuid);
        return listVersions(tx, request.params.noteUuid);
      }),
  );
}
