import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { type ListName, listNames } from './default-lists.ts';
import { findList } from './queries.ts';
import { relationshipEntries } from './relationship-types.ts';
import { replaceList } from './replace-list.ts';
import { ListEntries, ListInput, ListUsage, RelationshipEntries } from './schemas.ts';
import { countUsage } from './usage-queries.ts';

const tags = ['Platform configuration'];
const readers = { area: 'tenant', roles: staffRoles };
const admins = { area: 'tenant', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const operations: Record<ListName, string> = {
  stages: 'ContactStages',
  sources: 'ContactSources',
  segments: 'ContactSegments',
};

export async function platformConfigRoutes(app: Server) {
  for (const list of listNames) contactListRoutes(app, list);

  app.get(
    '/api/core/platformconfigs/v1/households/relationship-types',
    {
      config: readers,
      schema: {
        operationId: 'listRelationshipTypes',
        tags,
        summary: 'How a member may relate to a household, by kind of relationship',
        description: 'An array of the values that a member’s relationshipType may have, in groups.',
        response: { 200: RelationshipEntries, ...problems(401, 403) },
      },
    },
    // The list is everybody’s; the transaction checks that the session still stands.
    (request) => request.readTenant(async () => relationshipEntries),
  );
}

function contactListRoutes(app: Server, list: ListName) {
  const url = `/api/core/platformconfigs/v1/contacts/${list}`;

  app.get(
    url,
    {
      config: readers,
      schema: {
        operationId: `list${operations[list]}`,
        tags,
        summary: `The tenant’s ${list} of contacts`,
        description: 'An array in the order of the firm’s choice; inactive values are not offered.',
        response: { 200: ListEntries, ...problems(401, 403) },
      },
    },
    (request) => request.readTenant(async (tx) => [...(await findList(tx, list))]),
  );

  app.put(
    url,
    {
      config: admins,
      schema: {
        operationId: `replace${operations[list]}`,
        tags,
        summary: `Replace the tenant’s ${list} of contacts`,
        description:
          'The whole list in its new order. Contacts keep values that are no longer in it; a newValue renames the value on every contact, and in the filters of saved views.',
        body: ListInput,
        response: { 200: ListEntries, ...problems(400, 401, 403) },
      },
    },
    (request) => request.inTenant((tx) => replaceList(tx, list, request.body)),
  );

  app.get(
    `${url}/usage`,
    {
      config: admins,
      schema: {
        operationId: `get${operations[list]}Usage`,
        tags,
        summary: `How many contacts have each of the tenant’s ${list}`,
        description:
          'Counts live contacts: of each value of the list in its order, then of values that contacts have and the list has no more.',
        response: { 200: ListUsage, ...problems(401, 403) },
      },
    },
    (request) => request.readTenant((tx) => countUsage(tx, list)),
  );
}
