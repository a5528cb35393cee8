import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { readQueue } from './read-queue.ts';
import { releaseItem } from './release-item.ts';
import { ByKey, Queue, QueueItem, QueueQuery } from './schemas.ts';
import { takeItem } from './take-item.ts';

const tags = ['Work queue'];
const config = { area: 'tasks', roles: staffRoles };

export async function workQueueRoutes(app: Server) {
  app.get(
    '/api/work-queue',
    {
      config,
      schema: {
        operationId: 'getWorkQueue',
        tags,
        summary: 'What waits to be seen to, the gravest first, and how much there is of each kind',
        description:
          'Of records that the caller sees: by severity, then what is due first, then what waits longest. Taken items keep their place.',
        querystring: QueueQuery,
        response: { 200: Queue, ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => readQueue(tx, request.caller, request.query)),
  );

  app.post(
    '/api/work-queue/:itemKey/take',
    {
      config: { ...config, personOnly: true },
      schema: {
        operationId: 'takeQueueItem',
        tags,
        summary: 'Take an item of the queue: the caller sees to it',
        description: 'One that another had taken changes hands. Answers the item.',
        params: ByKey,
        response: { 200: QueueItem, ...problems(401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => takeItem(tx, request.caller, request.params.itemKey)),
  );

  app.post(
    '/api/work-queue/:itemKey/release',
    {
      config: { ...config, personOnly: true },
      schema: {
        operationId: 'releaseQueueItem',
        tags,
        summary: 'Give an item of the queue back',
        description: 'Whoever had taken it. Answers the item.',
        params: ByKey,
        response: { 200: QueueItem, ...problems(401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => releaseItem(tx, request.caller, request.params.itemKey)),
  );
}
