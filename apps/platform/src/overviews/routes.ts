import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { meetingsAsked, readContactOverview } from './read-contact-overview.ts';
import { ContactOverview } from './schemas.ts';

export async function overviewRoutes(app: Server) {
  app.get(
    '/api/contacts/:contactUuid/overview',
    {
      config: { area: 'contacts', roles: staffRoles, shows: 'CONTACT' },
      schema: {
        operationId: 'getContactOverview',
        tags: ['Contacts'],
        summary: 'A contact with readiness, duplicates, households, meetings, tasks and timeline',
        description:
          'What the page of a person shows, each part as it is answered alone: open tasks, the last four meetings, the first page of the timeline. Of programs as far as their scopes go.',
        params: Type.Object({ contactUuid: Uuid }),
        response: { 200: ContactOverview, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const { contactUuid } = request.params;
      const overview = await request.readTenant((tx) =>
        readContactOverview(tx, request.caller, contactUuid),
      );
      request.noteViews(
        'HOUSEHOLD',
        overview.households.map(({ householdUuid }) => householdUuid),
      );
      const { meetings, tasks, timeline } = overview;
      const record = { entityType: 'CONTACT', entityUuid: contactUuid };
      const open = { ...record, status: 'OPEN' };
      return {
        ...overview,
        timeline: request.sealPage(timeline, { path: '/api/timeline', list: record }),
        ...(tasks && { tasks: request.sealPage(tasks, { path: '/api/tasks', list: open }) }),
        ...(meetings && {
          meetings: request.sealPage(meetings, {
            path: '/api/v2/meetings',
            list: meetingsAsked(contactUuid),
          }),
        }),
      };
    },
  );
}
