import {
  type Auth,
  authentication,
  type Identity,
  otherPerson,
  type Send,
} from './authentication.ts';
import {
  ConnectionError,
  type ErrorClasses,
  errorOf,
  LostAnswerError,
  mayBeDone,
} from './errors.ts';
import { pauseOf, unlessAborted, wait } from './pauses.ts';

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

/** What is sent, made anew each time: a stream of a body is read once. */
export type Make = () => RequestInit & { headers?: Record<string, string> };

type Asking = {
  signal?: AbortSignal | undefined;
  /** True where nobody needs to be signed in. */
  isPublic?: boolean | undefined;
  /** True of what cannot be made a second time. */
  isOnce?: boolean;
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
  const { auth, tenantUuid, maxRetries = 4 } = options;
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

  /**
   * Sends a request as who calls and gives the answer as it came; once more where their tokens had ended,
   * and never as anybody else.
   */
  async function ask(
    path: string,
    make: Make,
    { signal, isPublic = false, isOnce = false }: Asking = {},
  ): Promise<Response> {
    let asker: Identity | undefined;
    for (let hasRenewed = isPublic; ; hasRenewed = true) {
      const identity: Identity = isPublic ? {} : await unlessAborted(who.identity(), signal);
      asker ??= identity;
      if (personOf(identity) !== personOf(asker)) throw otherPerson();
      const init = make();
      const response = await send(path, { ...init, headers: { ...init.headers, ...identity } });
      const isLast = hasRenewed || isOnce || !who.canRenew;
      if (response.status !== 401 || isLast) return response;
      const { code: reason } = await errorOf(response.clone(), classes);
      if (!renewable.includes(reason)) return response;
      await response.body?.cancel();
      await unlessAborted(who.renewAfter(identity), signal);
    }
  }

  return { ask, persist, maxRetries, identity: who.identity };
}

/** Returns the person of an identity, and the firm that they work in. */
const personOf = (identity: Identity): string =>
  [identity['x-user-id'], identity['x-tenant-uuid']].join();

export type Connection = ReturnType<typeof connectionTo>;

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
