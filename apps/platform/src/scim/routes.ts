import { jsonParser } from '@atrium/kit/http/json-body.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { WithAddresses } from './base-of.ts';
import { scimConfigRoutes } from './config-routes.ts';
import { scimGroupRoutes } from './groups/routes.ts';
import { scimType } from './scim-form.ts';
import { scimUserRoutes } from './users/routes.ts';

/** Serves SCIM 2.0, by which an identity provider keeps a tenant's staff. Bodies may be of its own media type. */
export async function scimRoutes(app: Server, services: WithAddresses) {
  await app.register(async (scope) => {
    scope.addContentTypeParser(scimType, { parseAs: 'buffer' }, jsonParser());
    await scimConfigRoutes(scope as Server, services);
    await scimUserRoutes(scope as Server, services);
    await scimGroupRoutes(scope as Server, services);
  });
}
