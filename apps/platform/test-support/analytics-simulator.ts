import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for analytics where a tenant's events are deleted: takes calls, fails when told to. */
export async function startAnalyticsSimulator() {
  const state = { down: false, purged: [] as string[] };
  const server = createServer((request, response) => {
    const [, tenantUuid] =
      /^\/api\/analytics\/tenants\/([\w-]+)\/events$/.exec(request.url ?? '') ?? [];
    const allowed =
      request.headers.authorization && request.headers['x-user-type'] === 'SYSTEM_ADMIN';
    if (state.down || request.method !== 'DELETE' || !tenantUuid || !allowed) {
      response.writeHead(state.down ? 503 : 404).end();
      return;
    }
    state.purged.push(tenantUuid);
    const answer = { tenantUuid, removed: { events: 7, identifiers: 7 } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}`, stop: () => server.close() });
}
