import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type World, world } from '@atrium/analytics/test-support/world.ts';

export type Door = Awaited<ReturnType<typeof openDoor>>;

/** Answers a request in place of analytics, or lets it through by answering false. */
type Trouble = (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean;

/**
 * A real analytics service behind a door that signs people in as the platform does, and that can
 * be told to make trouble.
 */
export async function openDoor() {
  const analytics: World = await world();
  const behind = await analytics.running.app.listen({ host: '127.0.0.1', port: 0 });
  const state = {
    signIns: 0,
    batches: 0,
    trouble: (() => false) as Trouble,
    /** Says when the batch that is the nth is let through. */
    hold: (async () => undefined) as (nth: number) => Promise<void>,
  };
  const tenantUuid = crypto.randomUUID();
  const own = await analytics.headersOf(tenantUuid, 'TENANT_ADMIN');
  const env = { ATRIUM_EMAIL: own['x-user-email'], ATRIUM_PASSWORD: 'a good password' };

  function signIn(body: Buffer, response: ServerResponse): void {
    state.signIns += 1;
    const { email, password } = JSON.parse(body.toString());
    if (email !== env.ATRIUM_EMAIL || password !== env.ATRIUM_PASSWORD) {
      const problem = { detail: 'The e-mail address or the password is wrong' };
      response.writeHead(401, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify(problem));
      return;
    }
    const accessToken = own.authorization.replace('Bearer ', '');
    const user = { userUuid: own['x-user-id'], tenantUuid, email, userType: own['x-user-type'] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ accessToken, user }));
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (request.url === '/api/auth/login') return signIn(body, response);
    if (state.trouble(request, response, body)) return;
    if (request.url?.endsWith('/batch')) {
      state.batches += 1;
      await state.hold(state.batches);
    }
    const headers = Object.entries(request.headers).filter(
      (pair): pair is [string, string] =>
        typeof pair[1] === 'string' && !/^(host|connection|content-length|expect)$/.test(pair[0]),
    );
    const answer = await fetch(`${behind}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return Object.assign(state, {
    env: { ...env, ATRIUM_URL: `http://127.0.0.1:${port}` },
    token: own.authorization.replace('Bearer ', ''),
    tenantUuid,
    ask: await analytics.as(tenantUuid),
    async close() {
      server.closeAllConnections();
      server.close();
      await analytics[Symbol.asyncDispose]();
    },
  });
}
