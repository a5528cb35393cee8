import { senderTo } from '../../client/src/connection.ts';
import type { paths } from '../src/schema.d.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

/** The body of an operation's successful answer. */
export type AnswerOf<P extends keyof paths, M extends Method> = paths[P][M] extends {
  responses: infer R;
}
  ? { [S in keyof R]: S extends 200 | 201 ? JsonOf<R[S]> : never }[keyof R]
  : never;

/** The JSON body an operation takes. */
export type BodyOf<P extends keyof paths, M extends Method> = paths[P][M] extends {
  requestBody?: infer B;
}
  ? JsonOf<NonNullable<B>>
  : never;

type JsonOf<T> = T extends { content: { 'application/json': infer J } } ? J : never;

type Reply<T> = { status: number; body: T };

/**
 * Returns a typed caller of the API: `call('post', '/api/tenants', { name, code })`. Path parameters are
 * filled from `params`. The answer carries its status; nothing is thrown for a problem document.
 */
export function createApiClient(baseUrl: string, headers: Record<string, string> = {}) {
  const send = senderTo({ baseUrl });
  return async <M extends Method, P extends keyof paths & string>(
    method: M,
    path: P,
    body?: BodyOf<P, M>,
    params: Record<string, string> = {},
  ): Promise<Reply<AnswerOf<P, M>>> => {
    const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
    const json = body !== undefined && { 'content-type': 'application/json' };
    const sent = json && { body: JSON.stringify(body) };
    const init = { method: method.toUpperCase(), headers: { ...headers, ...json }, ...sent };
    const response = await send(url, init);
    return { status: response.status, body: await response.json() };
  };
}
