import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { readWholeTimeline } from './read-timeline.ts';
import { Timeline, TimelineQuery } from './schemas.ts';

export async function timelineRoutes(app: Server, { objects }: { objects: ObjectStore }) {
  app.get(
    '/api/timeline',
    {
      config: { area: 'contacts', roles: staffRoles },
      schema: {
        operationId: 'getTimeline',
        tags: ['Timeline'],
        summary: 'What happened to a contact, a household with its members, or a meeting',
        description:
          'Events, notes, tasks and meetings in one list, the newest first, by cursor; with a contact or a household also when meetings to which they were invited by then were moved. What the caller may not read is left out. Programs need the scope of the record too, and of notes, tasks and meetings to be told of these.',
        querystring: TimelineQuery,
        response: { 200: Timeline, ...problems(400, 401, 403, 404) },
      },
    },
    (request) => {
      const read = request.readTenant.bind(request);
      return readWholeTimeline({ read, objects }, request.caller, request.query);
    },
  );
}
