import { answerOf } from './answer.ts';
import type { Auth } from './authentication.ts';
import { authentication, type Identity } from './authentication.ts';
import {
  ConnectionError,
  type ErrorClasses,
  errorOf,
  LostAnswerError,
  mayBeDone,
} from './errors.ts';
import { pauseOf, unlessAborted, wait } from './pauses.ts';
import { requestOf } from './request.ts';
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
  /** The `version` of the record that a change is based on, or its ETag: an older one is refused (412). */
  ifMatch?: number | string;
  /** The media type that is wanted of an operation which gives several, as text/csv. */
  accept?: string;
};

/** What a call takes: parameters of path and query by name, and the body. */
export type Input = Record<string, unknown> & { body?: unknown };

type Persistence = {
  /** Whether a request is sent again of which no answer came. */
  canRepeat: boolean;
  /** Whether one is sent again that was perhaps done, as its answer says; as `canRepeat` unless stated. */
  canRedo?: boolean;
  most: number;
  signal?: AbortSignal | undefined;
};

/** Returns the function that calls operations: signed in, again where that is safe, and with errors thrown. */
export function callerOf(options: ClientOptions, classes: ErrorClasses) {
  const { baseUrl, auth, tenantUuid, maxRetries = 4, fetch: given = globalThis.fetch } = options;
  const base = String(baseUrl).replace(/\/+$/, '');
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new TypeError('maxRetries is a whole number, 0 or more');

  async function send(path: string, init: RequestInit): Promise<Response> {
    try {
      return await given(`${base}${path}`, { redirect: 'manual', ...init });
    } catch (cause) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw new ConnectionError(`${base} cannot be reached, or the connection was lost`, { cause });
    }
  }

  /** Sends until there is an answer that more tries would not change. Its body is read within. */
  async function persist<T>(
    { canRepeat, canRedo = canRepeat, most, signal }: Persistence,
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
        if (!isLost || !canRepeat || tries >= most) throw error;
        await wait(pauseOf(undefined, tries), signal);
        continue;
      }
      const error = await errorOf(response, classes);
      signal?.throwIfAborted();
      const isBusy = error.code === 'IDEMPOTENCY_IN_FLIGHT' && tries > 0;
      const isForAWhile = [429, 503].includes(error.status) || isBusy;
      const mayRepeat = isForAWhile && (canRedo || !mayBeDone(error));
      const pause = pauseOf(response.headers, tries);
      if (!mayRepeat || tries >= most || pause === undefined) throw error;
      await wait(pause, signal);
    }
  }

  const patient = (path: string, init: RequestInit) => {
    const give = async (response: Response) => response;
    // A sign-in that was lost on its way is not tried again: the token that it answered would be lost too.
    const canRedo = !worksOnce.includes(path);
    return persist({ canRepeat: false, canRedo, most: maxRetries }, () => send(path, init), give);
  };
  const who = authentication(auth, { send: patient, classes, tenantUuid });

  return async function call(
    row: Row,
    input: Input = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const { signal, idempotencyKey } = options;
    const key = row.takesKey ? (idempotencyKey ?? newKey()) : idempotencyKey;
    const request = requestOf(row, input, options);
    // A stream can be read once, so it is sent once.
    const isStream = request.body instanceof ReadableStream;
    const asked = async (): Promise<Response> => {
      for (let hasRenewed = row.isPublic ?? false; ; hasRenewed = true) {
        const identity: Identity = row.isPublic ? {} : await unlessAborted(who.identity(), signal);
        const headers: Record<string, string> = { ...request.headers, ...identity };
        if (key !== undefined) headers['idempotency-key'] = key;
        const init: RequestInit & { duplex?: 'half' } = { method: row.method, headers };
        if (request.body !== undefined) init.body = request.body;
        if (isStream) init.duplex = 'half';
        if (signal) init.signal = signal;
        const response = await send(request.path, init);
        const isLast = hasRenewed || isStream || !who.canRenew;
        if (response.status !== 401 || isLast) return response;
        const { code: reason } = await errorOf(response.clone(), classes);
        if (!renewable.includes(reason)) return response;
        await response.body?.cancel();
        await unlessAborted(who.renewAfter(identity), signal);
      }
    };
    const canRepeat = row.isSafe === true || (row.takesKey === true && key !== undefined);
    const most = isStream ? 0 : maxRetries;
    return persist({ canRepeat, most, signal }, asked, (response) =>
      answerOf(row, response, signal),
    );
  };
}

/** What takes a token or a code that is good for one request. */
const worksOnce = ['/api/auth/refresh', '/api/auth/login/second-factor'];

/** What a request is refused with that another access token would mend; a proxy may say nothing of it. */
const renewable = [
  'TOKEN_EXPIRED',
  'UNAUTHENTICATED',
  'SESSION_ENDED',
  'INVALID_TOKEN',
  'HTTP_401',
];

/** Returns a key that nobody else has; browsers offer `randomUUID` to secure pages only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
