import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { Version } from '../http/if-match.ts';
import { PageQuery } from '../lists/page.ts';
import { recordTypes } from '../records/record-access.ts';

export const noteKinds = ['NOTE', 'CALL', 'EMAIL', 'VISIT'] as const;

const NoteKind = Enum(noteKinds, { title: 'NoteKind' });
const About = Enum(recordTypes, { title: 'NoteEntityType' });
const Text = Type.String({
  minLength: 1,
  maxLength: 10_000,
  format: 'not-blank',
  examples: ['Asked for a proposal on the bond ladder.'],
});
const OccurredAt = Type.Optional(
  Nullable(
    Type.String({
      format: 'record-time',
      examples: ['2026-03-01T09:30:00'],
      description: 'When it happened, UTC',
    }),
  ),
);

export const NoteInput = Type.Object({
  entityType: About,
  entityUuid: Uuid,
  text: Text,
  occurredAt: OccurredAt,
  kind: Type.Optional(NoteKind),
});

/** Changes to a note: absent stays, a null occurredAt clears it. */
export const NoteUpdate = Type.Object({
  text: Type.Optional(Text),
  occurredAt: OccurredAt,
  kind: Type.Optional(NoteKind),
});

export const Note = Named('Note', {
  noteUuid: Uuid,
  entityType: About,
  entityUuid: Uuid,
  text: Type.String(),
  kind: NoteKind,
  occurredAt: Nullable(RecordTime),
  authorUuid: Uuid,
  authorName: Type.String(),
  version: Version,
  canEdit: Type.Boolean({ description: 'Whether the caller may change and delete it now' }),
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

/** A text that a note had before. */
export const NoteVersion = Named('NoteVersion', {
  version: Type.Integer(),
  text: Type.String(),
  kind: NoteKind,
  occurredAt: Nullable(RecordTime),
  editorUuid: Uuid,
  writtenAt: RecordTime,
});

/**
 * Selects notes: those of a record, of a household with those of its members too, or those with
 * the words.
 */
export const NotesQuery = Type.Object({
  entityType: Type.Optional(Enum(recordTypes)),
  entityUuid: Type.Optional(Uuid),
  withMembers: Type.Optional(Type.Boolean({ default: false })),
  searchTerm: Type.Optional(Type.String({ maxLength: 200 })),
  ...PageQuery.properties,
});

export type NewNote = Static<typeof NoteInput>;
export type NoteChanges = Static<typeof NoteUpdate>;
export type NoteRow = Static<typeof Note>;
export type NoteVersionRow = Static<typeof NoteVersion>;
export type NotesQuery = Static<typeof NotesQuery>;
