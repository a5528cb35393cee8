import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { OfMeeting } from '../meetings/schemas.ts';
import { readBrief } from './read-brief.ts';
import { Brief } from './schemas.ts';

export async function briefRoutes(app: Server) {
  app.get(
    '/api/v1/meetings/:meetingUuid/brief',
    {
      config: { area: 'meetings', roles: staffRoles },
      schema: {
        operationId: 'getMeetingBrief',
        tags: ['Meetings'],
        summary: 'Everything for one meeting: its clients, their families, and what happened since',
        description:
          'Of what the caller may read: the meeting, up to twelve clients with what is missing of them, their households, the meetings before and after, notes, open tasks and what happened to them. Of programs as far as their scopes go.',
        params: OfMeeting,
        response: { 200: Brief, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const { meetingUuid } = request.params;
      const brief = await request.readTenant((tx) => readBrief(tx, request.caller, meetingUuid));
      const { contacts, households } = brief;
      request.noteViews(
        'CONTACT',
        contacts.map(({ contactUuid }) => contactUuid),
      );
      request.noteViews(
        'HOUSEHOLD',
        households.map(({ householdUuid }) => householdUuid),
      );
      return brief;
    },
  );
}
