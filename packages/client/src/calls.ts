import type { Auth } from './authentication.ts';
import { authentication, type Identity } from './authentication.ts';
import {
  AtriumError,
  ConnectionError,
  type ErrorClasses,
  errorOf,
  LostAnswerError,
} from './errors.ts';
import { pauseOf, wait } from './pauses.ts';
import type { Row } from './table.ts';

export type ClientOptions = {
  /** Where Atrium is reached, as https://atrium.example. */
  baseUrl: string | URL;
  auth: Auth;
  /** The firm that a system administrator works in; everybody else's is known. */
  tenantUuid?: string;
  /** How often a request is sent again that was refused for a while or lost; 4 unless stated. */
  maxRetries?: number;
  fetch?: typeof fetch;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** Makes a repeat answer what the first request did; made by itself where it is not stated. */
  idempotencyKey?: string;
};

/** What a call takes: parameters of path and query by name, and the body. */
export type Input = Record<string, unknown> & { body?: unknown };

/** Returns the function that calls operations: signed in, again where that is safe, and with errors thrown. */
export function callerOf(options: ClientOptions, classes: ErrorClasses) {
  const { baseUrl, auth, tenantUuid, maxRetries = 4, fetch: given = globalThis.fetch } = options;
  const base = String(baseUrl).replace(/\/+$/, '');

  async function send(path: string, init: RequestInit): Promise<Response> {
    try {
      return await given(`${base}${path}`, init);
    } catch (cause) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw new ConnectionError(`${base} cannot be reached, or the connection was lost`, { cause });
    }
  }

  /** Sends until there is an answer that more tries would not change. Its body is read within. */
  async function persist<T>(
    { canRepeat, signal }: { canRepeat: boolean; signal?: AbortSignal | undefined },
    attempt: () => Promise<Response>,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      signal?.throwIfAborted();
      let response: Response | undefined;
      try {
        response = await attempt();
        if (response.ok) return await read(response);
      } catch (error) {
        const isLost = error instanceof ConnectionError && !(error instanceof LostAnswerError);
        if (!isLost || !canRepeat || tries >= maxRetries) throw error;
        await wait(pauseOf(undefined, tries), signal);
        continue;
      }
      const error = await errorOf(response, classes);
      const isBusy = error.code === 'IDEMPOTENCY_IN_FLIGHT' && tries > 0;
      const isForAWhile = [429, 503].includes(error.status) || isBusy;
      const pause = pauseOf(response.headers.get('retry-after') ?? undefined, tries);
      if (!isForAWhile || tries >= maxRetries || pause === undefined) throw error;
      await wait(pause, signal);
    }
  }

  const patient = (path: string, init: RequestInit) => {
    const give = async (response: Response) => response;
    // A sign-in that was lost on its way is not tried again: the token that it answered would be lost too.
    return persist({ canRepeat: false }, () => send(path, init), give);
  };
  const who = authentication(auth, { send: patient, classes, tenantUuid });

  return async function call(
    row: Row,
    input: Input = {},
    { signal, idempotencyKey }: CallOptions = {},
  ): Promise<unknown> {
    const key = row.takesKey ? (idempotencyKey ?? newKey()) : idempotencyKey;
    const { path, body, contentType } = requestOf(row, input);
    const asked = async (): Promise<Response> => {
      for (let hasRenewed = row.isPublic ?? false; ; hasRenewed = true) {
        const identity: Identity = row.isPublic ? {} : await who.identity();
        const headers: Record<string, string> = {
          accept: 'application/json, */*;q=0.5',
          ...identity,
        };
        if (contentType) headers['content-type'] = contentType;
        if (key !== undefined) headers['idempotency-key'] = key;
        const init: RequestInit = { method: row.method, headers };
        if (body !== undefined) init.body = body;
        if (signal) init.signal = signal;
        const response = await send(path, init);
        if (response.status !== 401 || hasRenewed || !who.canRenew) return response;
        const { code: reason } = await errorOf(response.clone(), classes);
        if (!renewable.includes(reason)) return response;
        await response.body?.cancel();
        await who.renewAfter(identity);
      }
    };
    const canRepeat = row.isSafe === true || (row.takesKey === true && key !== undefined);
    return persist({ canRepeat, signal }, asked, (response) => answerOf(response, signal));
  };
}

/** What a request is refused with that another access token would mend; a proxy may say nothing of it. */
const renewable = [
  'TOKEN_EXPIRED',
  'UNAUTHENTICATED',
  'SESSION_ENDED',
  'INVALID_TOKEN',
  'HTTP_401',
];

/** Reads an answer: JSON, text, a file as Blob; a stream of events as it begins. */
async function answerOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/^text\/event-stream\b/i.test(type)) return response.body;
  const isText = type === '' || /^text\/|json\b/i.test(type);
  const read = isText ? response.text() : response.blob();
  const text = await read.catch((cause: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new ConnectionError('The answer broke off', { cause });
  });
  if (text === '') return undefined;
  if (typeof text !== 'string' || !/[/+]json\b/i.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const detail = 'The answer is no JSON: something between may have changed it';
    throw new AtriumError({
      status: response.status,
      code: 'INVALID_ANSWER',
      detail,
      requestId,
      errors: [],
    });
  }
}

/** Returns the address and the body of a request. Throws TypeError for what the operation does not take. */
function requestOf({ path, query, takes }: Row, { body, ...named }: Input) {
  const search = new URLSearchParams();
  const rest = new Map(Object.entries(named).filter(([, value]) => value !== undefined));
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    // An empty part or one of dots alone would lead to another address.
    if (value === undefined || value === null || /^\.{0,2}$/.test(String(value)))
      throw new TypeError(`${name} is needed`);
    return encodeURIComponent(String(value));
  });
  for (const [name, value] of rest) {
    if (!query.includes(name)) throw new TypeError(`There is no parameter ${name}`);
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  const text = search.size > 0 ? `${address}?${search}` : address;
  if (body === undefined || takes === undefined) return { path: text };
  if (takes.endsWith('json') && !(typeof body === 'string' && takes.endsWith('ndjson')))
    return { path: text, body: JSON.stringify(body), contentType: takes };
  if (takes.endsWith('urlencoded') && typeof body === 'object')
    return {
      path: text,
      body: new URLSearchParams(body as Record<string, string>).toString(),
      contentType: takes,
    };
  return { path: text, body: body as BodyInit, contentType: takes };
}

/** Returns a key that nobody else has; browsers offer `randomUUID` to secure pages only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
