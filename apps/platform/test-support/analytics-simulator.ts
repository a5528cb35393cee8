import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Stands in for analytics where a tenant's events, or values in them, are removed: takes calls, fails when told to. */
export async function startAnalyticsSimulator() {
  const cleared: { tenantUuid: string; values: string[] }[] = [];
  const state = { down: false, purged: [] as string[], cleared };
  const server = createServer(async (request, response) => {
    const [, tenantUuid, clear] =
      /^\/api\/analytics\/tenants\/([\w-]+)\/events(\/clear)?$/.exec(request.url ?? '') ?? [];
    const method = clear ? 'POST' : 'DELETE';
    const allowed =
      request.headers.authorization && request.headers['x-user-type'] === 'SYSTEM_ADMIN';
    if (state.down || request.method !== method || !tenantUuid || !allowed) {
      response.writeHead(state.down ? 503 : 404).end();
      return;
    }
    const answer = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (clear) {
      const { values } = (await json(request)) as { values: string[] };
      cleared.push({ tenantUuid, values });
      answer({ tenantUuid, cleared: 1 });
      return;
    }
    state.purged.push(tenantUuid);
    answer({ tenantUuid, removed: { events: 7, identifiers: 7 } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}`, stop: () => server.close() });
}
