import { type Static, Type } from 'typebox';
import { Duplicate } from '../contacts/duplicates/schemas.ts';
import { Contact } from '../contacts/fields.ts';
import { Readiness } from '../contacts/readiness/schemas.ts';
import { HouseholdDetail } from '../households/schemas.ts';
import { PageOf } from '../lists/page.ts';
import { MeetingSummary } from '../meetings/schemas.ts';
import { Task } from '../tasks/schemas.ts';
import { Timeline } from '../timeline/schemas.ts';

export const ContactOverview = Type.Object({
  contact: Contact,
  readiness: Readiness,
  duplicates: Type.Array(Duplicate, { description: 'Who may be the same person' }),
  households: Type.Array(HouseholdDetail, { description: 'The first twelve' }),
  meetings: Type.Optional(PageOf(MeetingSummary)),
  tasks: Type.Optional(PageOf(Task)),
  timeline: Timeline,
});

export type ContactOverviewAnswer = Static<typeof ContactOverview>;
