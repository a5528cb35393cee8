import { askingAs } from './asking.ts';
import { type Auth, authentication, type Send } from './authentication.ts';
import {
  ConnectionError,
  type ErrorClasses,
  errorOf,
  LostAnswerError,
  mayBeDone,
} from './errors.ts';
import { pauseOf, wait } from './pauses.ts';

export type Place = {
  /** Where Atrium is reached, as https://atrium.example. */
  baseUrl: string | URL;
  fetch?: typeof fetch;
};

export type ClientOptions = Place & {
  auth: Auth;
  /** The firm that a system administrator works in; everybody else's is known. */
  tenantUuid?: string;
  /** How often a request is sent again that was refused for a while or lost; 4 unless stated. */
  maxRetries?: number;
};

type Persistence = {
  /** Whether a request is sent again of which no answer came. */
  canRepeat: boolean;
  /** Whether one is sent again that was perhaps done, as its answer says; as `canRepeat` unless stated. */
  canRedo?: boolean;
  most: number;
  signal?: AbortSignal | undefined;
};

/** Returns what sends one request to an address and gives the answer as it came; throws ConnectionError. */
export function senderTo({ baseUrl, fetch: given = globalThis.fetch }: Place): Send {
  const base = String(baseUrl).replace(/\/+$/, '');
  return async (path, init) => {
    try {
      return await given(`${base}${path}`, { redirect: 'manual', ...init });
    } catch (cause) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw new ConnectionError(`${base} cannot be reached, or the connection was lost`, { cause });
    }
  };
}

/** Opens what sends requests as one person or machine; nothing is sent before the first of them. */
export function connectionTo(options: ClientOptions, classes: ErrorClasses) {
  const { baseUrl, auth, tenantUuid, maxRetries = 4 } = options ?? {};
  if (baseUrl == null) throw new TypeError('baseUrl is needed, as https://atrium.example');
  if (!ways.some((way) => Object.hasOwn(auth ?? {}, way)))
    throw new TypeError(
      'auth is {token}, {clientId, clientSecret}, {email, password, code?} or {session}',
    );
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new TypeError('maxRetries is a whole number, 0 or more');
  const send = senderTo(options);

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

  const patient: Send = (path, init) => {
    const give = async (response: Response) => response;
    // A sign-in that was lost on its way is not tried again: the token that it answered would be lost too.
    const canRedo = !worksOnce.includes(path);
    return persist({ canRepeat: false, canRedo, most: maxRetries }, () => send(path, init), give);
  };
  const who = authentication(auth, { send: patient, classes, tenantUuid });

  return { ask: askingAs(who, send), persist, maxRetries, identity: who.identity };
}

export type Connection = ReturnType<typeof connectionTo>;

const ways = ['token', 'clientId', 'email', 'session'];

/** What takes a token or a code that is good for one request. */
const worksOnce = ['/api/auth/refresh', '/api/auth/login/second-factor'];
