import { type Static, Type } from 'typebox';
import { Contact } from '../contacts/fields.ts';
import { Readiness } from '../contacts/readiness/schemas.ts';
import { HouseholdDetail } from '../households/schemas.ts';
import { Meeting, MeetingSummary } from '../meetings/schemas.ts';
import { Note } from '../notes/schemas.ts';
import { Task } from '../tasks/schemas.ts';
import { Timeline } from '../timeline/schemas.ts';

export const Brief = Type.Object({
  meeting: Meeting,
  contacts: Type.Array(Contact, {
    description: 'The clients who are invited and whom the caller sees',
  }),
  readiness: Type.Array(Readiness, { description: 'Of the same clients' }),
  households: Type.Array(HouseholdDetail),
  before: Type.Array(MeetingSummary, {
    description: 'Meetings of the same clients in the year before it, the last first',
  }),
  after: Type.Array(MeetingSummary, { description: 'The next three of them' }),
  notes: Type.Array(Note, { description: 'The last three about them and their households' }),
  tasks: Type.Array(Task, {
    description: 'Open ones about the meeting, its clients, their households',
  }),
  timeline: Timeline.properties.content,
});

export type BriefAnswer = Static<typeof Brief>;
