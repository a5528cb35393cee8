import { IsoDate, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { ListedContact } from '../contacts/readiness/schemas.ts';
import { Meeting, MeetingList } from '../meetings/schemas.ts';
import { Task } from '../tasks/schemas.ts';
import { Queue } from '../work-queue/schemas.ts';

export const TodayQuery = Type.Object({
  date: Type.Optional(
    Type.String({ format: 'real-date', description: 'Today by the time zone, unless stated' }),
  ),
  timezone: Type.Optional(
    Type.String({ format: 'time-zone', description: 'The caller’s own, unless stated' }),
  ),
});

/** Some of what there is, and how many in all. */
const Some = <S extends Parameters<typeof Type.Array>[0]>(item: S) =>
  Type.Object({ content: Type.Array(item), totalElements: Type.Integer() });

const Firm = Type.Object(
  {
    contactCount: Type.Integer(),
    staffCount: Type.Integer(),
    calendars: Type.Object({ used: Type.Integer(), failed: Type.Integer() }),
    branding: Type.Object({ version: Type.Integer(), updatedAt: Nullable(RecordTime) }),
  },
  { description: 'For administrators' },
);

const Phone = Type.Object({
  contactUuid: Uuid,
  phoneCountryCode: Nullable(Type.String()),
  phoneNumber: Type.String(),
});

export const Today = Type.Object({
  date: IsoDate,
  timezone: Type.String(),
  staffType: Nullable(Type.String()),
  calendar: MeetingList,
  next: Nullable({
    ...Meeting,
    description:
      'The caller’s next meeting of the day and the week after it, or the one that goes on',
  }),
  declined: Type.Array(Meeting, {
    description:
      'Meetings of the week to come of which the caller is host and to which a guest or a contact said no',
  }),
  phones: Type.Array(Phone, {
    description: 'Of the contacts of both whom the caller sees: how each prefers to be called',
  }),
  unanswered: Type.Array(Meeting, {
    description:
      'Meetings to come in which the caller, or whom the caller invited, has not answered',
  }),
  attention: Some(ListedContact),
  tasks: Some(Task),
  queue: Queue.properties.counts,
  firm: Type.Optional(Firm),
});

export type TodayQuery = Static<typeof TodayQuery>;
export type TodayAnswer = Static<typeof Today>;
