import type { Server } from '@atrium/kit/server.ts';
import type { InjectOptions } from 'fastify';

/** An answer as a test reads it. */
export type Answer = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  body: any;
  headers: Record<string, unknown>;
};

export type Client = ReturnType<typeof createClient>;

/** A caller of the HTTP surface with fixed headers, at an address, by default this machine's. */
export function createClient(
  app: Server,
  identity: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) {
  async function call(
    method: InjectOptions['method'],
    url: string,
    payload?: unknown,
    headers = {},
  ): Promise<Answer> {
    const request = { method, url, remoteAddress, headers: { ...identity, ...headers } };
    if (url.startsWith('/api/changes')) return beginning(app, request);
    const response = await app.inject({
      ...request,
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    const isJson = /[/+]json/.test(String(response.headers['content-type']));
    return {
      status: response.statusCode,
      body: isJson && response.body ? response.json() : response.body,
      headers: response.headers,
    };
  }

  return {
    identity,
    get: (url: string, headers?: object) => call('GET', url, undefined, headers),
    post: (url: string, payload?: unknown, headers?: object) => call('POST', url, payload, headers),
    put: (url: string, payload?: unknown, headers?: object) => call('PUT', url, payload, headers),
    patch: (url: string, payload?: unknown, headers?: object) =>
      call('PATCH', url, payload, headers),
    delete: (url: string, payload?: unknown, headers?: object) =>
      call('DELETE', url, payload, headers),
    /** The same caller with other headers. */
    with: (headers: Record<string, string>) =>
      createClient(app, { ...identity, ...headers }, remoteAddress),
    /** The same caller at another address. */
    at: (address: string) => createClient(app, identity, address),
  };
}

/** Returns how an answer begins that goes on for as long as it is read. */
async function beginning(app: Server, request: InjectOptions): Promise<Answer> {
  const response = await app.inject({ ...request, payloadAsStream: true });
  const { statusCode: status, headers } = response;
  const isStream = headers['content-type'] === 'text/event-stream';
  if (isStream) response.stream().destroy();
  const parts = isStream ? [] : await response.stream().toArray();
  const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : '';
  return { status, body, headers };
}
