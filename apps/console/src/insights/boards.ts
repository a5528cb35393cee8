import type { Question } from './question.ts';

/** A panel of a dashboard: a question over time, by group, by hour, or a number of its own. */
export type Panel =
  | { kind: 'time'; name: string; event: string }
  | { kind: 'groups'; name: string; event: string; field: string }
  | { kind: 'hours'; name: string; event: string }
  | { kind: 'funnel' | 'firstLogin' | 'readiness'; name: string };

export type BoardSpec = { name: string; panels: readonly Panel[] };

/** The dashboards that every firm finds ready. */
export const boards: readonly BoardSpec[] = [
  {
    name: 'growth',
    panels: [
      { kind: 'time', name: 'newPeople', event: 'contact.created' },
      { kind: 'time', name: 'newHouseholds', event: 'household.created' },
      { kind: 'groups', name: 'peopleByType', event: 'contact.created', field: 'contactType' },
    ],
  },
  {
    name: 'onboarding',
    panels: [
      { kind: 'funnel', name: 'funnel' },
      { kind: 'firstLogin', name: 'firstLogin' },
      { kind: 'time', name: 'access', event: 'contact.credentials_initialized' },
    ],
  },
  {
    name: 'meetings',
    panels: [
      { kind: 'time', name: 'newMeetings', event: 'meeting.created' },
      { kind: 'groups', name: 'answers', event: 'meeting.rsvp', field: 'rsvpStatus' },
      { kind: 'hours', name: 'meetingHours', event: 'meeting.rsvp' },
    ],
  },
  {
    name: 'load',
    panels: [
      { kind: 'groups', name: 'meetingsByHost', event: 'meeting.created', field: 'hostUuid' },
      { kind: 'groups', name: 'tasksByPerson', event: 'task.created', field: 'assigneeUuid' },
      {
        kind: 'groups',
        name: 'peopleByManager',
        event: 'contact.created',
        field: 'contactManagerId',
      },
    ],
  },
  {
    name: 'quality',
    panels: [
      { kind: 'readiness', name: 'readiness' },
      { kind: 'time', name: 'changes', event: 'contact.updated' },
      { kind: 'time', name: 'refusedSignIns', event: 'login.failure' },
    ],
  },
];

/** The first sign-ins of clients. */
export const firstLogins: Question['filters'] = [
  { field: 'first', op: 'EQ', value: 'true' as never },
  { field: 'userType', op: 'EQ', value: 'CLIENT' as never },
];
