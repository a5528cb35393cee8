import { roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { markInboxRead } from './mark-read.ts';
import { readInbox } from './read-inbox.ts';
import { Inbox, InboxQuery, InboxRead } from './schemas.ts';

const tags = ['Inbox'];
const config = { area: 'tasks', roles, personOnly: true };

export async function inboxRoutes(app: Server) {
  app.get(
    '/api/inbox',
    {
      config,
      schema: {
        operationId: 'getInbox',
        tags,
        summary: 'What concerns the caller, the newest first, and how much is not read',
        description:
          'Of the last 90 days, about records that the caller may read, and nothing that the caller did. Names and titles are those of now. Clients are told of meetings that moved or were canceled.',
        querystring: InboxQuery,
        response: { 200: Inbox, ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => readInbox(tx, request.caller, request.query)),
  );

  app.post(
    '/api/inbox/read',
    {
      config,
      schema: {
        operationId: 'markInboxRead',
        tags,
        summary: 'Mark items of the own inbox as read: those that are named, or all up to a time',
        description: 'Either itemUuids or until. What is not in the own inbox is passed over.',
        body: InboxRead,
        response: { 204: Type.Null(), ...problems(400, 401, 403) },
      },
    },
    (request) => request.inTenant((tx) => markInboxRead(tx, request.caller, request.body)),
  );
}
