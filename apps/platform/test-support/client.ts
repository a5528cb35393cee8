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

/** A caller of the HTTP surface with fixed headers. */
export function createClient(app: Server, identity: Record<string, string> = {}) {
  async function call(
    method: InjectOptions['method'],
    url: string,
    payload?: unknown,
    headers = {},
  ): Promise<Answer> {
    const response = await app.inject({
      method,
      url,
      headers: { ...identity, ...headers },
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
    with: (headers: Record<string, string>) => createClient(app, { ...identity, ...headers }),
  };
}
