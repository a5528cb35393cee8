import { QueryRequest } from '@atrium/questions/schemas.ts';
import { Type } from 'typebox';
import { SlotsRequest } from '../meetings/availability/schemas.ts';
import { recordTypes } from '../records/record-access.ts';
import { askFigures } from './ask-figures.ts';
import { myDay } from './my-day.ts';
import { searchEverywhere } from './search-everywhere.ts';
import type { Tool } from './tool.ts';

const uuid = (description: string) => Type.String({ maxLength: 100, description });
const Words = Type.String({ minLength: 1, maxLength: 200, format: 'not-blank' });
const only = { additionalProperties: false };

/** Returns an identifier as part of a path; what is none names a record that cannot exist. */
const record = (given: unknown): string =>
  /^[\w-]+$/.test(String(given)) ? String(given) : 'none';

export const tools: readonly Tool[] = [
  {
    name: 'find_people',
    title: 'Find people',
    description:
      'Finds contacts (clients and prospects) by name, e-mail or phone, and answers a page of them.',
    input: Type.Object(
      { query: Words, size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
      only,
    ),
    run: (ask, { query, size }) =>
      ask({ path: '/api/contacts', query: { searchTerm: query, size } }),
  },
  {
    name: 'get_person',
    title: 'Read a person',
    description: 'Answers one contact whole.',
    input: Type.Object({ contactUuid: uuid('From find_people or search') }, only),
    run: (ask, { contactUuid }) => ask({ path: `/api/contacts/${record(contactUuid)}` }),
  },
  {
    name: 'get_household',
    title: 'Read a household',
    description: 'Answers one household with its members and what they own together.',
    input: Type.Object({ householdUuid: uuid('From search, or of a person') }, only),
    run: (ask, { householdUuid }) =>
      ask({ path: `/api/households/${record(householdUuid)}/detail` }),
  },
  {
    name: 'my_day',
    title: 'My day',
    description:
      'Answers the own meetings of a day, and the own open tasks that are due within a week of it.',
    input: Type.Object(
      { date: Type.Optional(Type.String({ description: 'YYYY-MM-DD; today unless stated' })) },
      only,
    ),
    run: myDay,
  },
  {
    name: 'meeting_brief',
    title: 'Prepare a meeting',
    description: 'Answers a meeting, and the clients who are invited to it.',
    input: Type.Object({ meetingUuid: uuid('From my_day or search') }, only),
    run: async (ask, { meetingUuid }) => {
      const path = `/api/v1/meetings/${record(meetingUuid)}/brief`;
      const { meeting, contacts } = (await ask({ path })) as Record<string, unknown>;
      return { meeting, people: contacts };
    },
  },
  {
    name: 'timeline',
    title: 'What happened',
    description:
      'Answers what happened to a contact, a household or a meeting, the newest first: changes, notes, tasks and meetings.',
    input: Type.Object(
      {
        entityType: Type.Unsafe<string>({ type: 'string', enum: [...recordTypes] }),
        entityUuid: uuid('Of the record'),
        cursor: Type.Optional(Type.String({ description: 'The nextCursor of the answer before' })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      },
      only,
    ),
    run: (ask, given) => ask({ path: '/api/timeline', query: given }),
  },
  {
    name: 'what_is_missing',
    title: 'What is missing',
    description: 'Answers what is still missing or not valid before a contact can become a client.',
    input: Type.Object({ contactUuid: uuid('From find_people or search') }, only),
    run: (ask, { contactUuid }) => ask({ path: `/api/contacts/${record(contactUuid)}/readiness` }),
  },
  {
    name: 'free_slots',
    title: 'Free times',
    description: 'Answers when all of some people are free for a meeting.',
    input: SlotsRequest,
    handsOn: true,
    run: (ask, given) => ask({ path: '/api/v1/availability/slots', body: given }),
  },
  {
    name: 'ask_figures',
    title: 'Ask for figures',
    description:
      'Counts and sums events of the firm, such as contact.created or meeting.created, by time and by what is known of them.',
    input: Type.Unsafe<unknown>(QueryRequest),
    handsOn: true,
    run: askFigures,
  },
  {
    name: 'search',
    title: 'Search',
    description: 'Finds people, households, meetings by their title, and notes by their text.',
    input: Type.Object({ query: Words }, only),
    run: searchEverywhere,
  },
];
