import { type Identity, otherPerson, type Send } from './authentication.ts';
import { codeOf } from './errors.ts';
import { unlessAborted } from './pauses.ts';

/** Who sends requests: whose headers say so, and what renews their tokens. */
export type Who = {
  identity(): Promise<Identity>;
  /** False where no other token can be had. */
  canRenew: boolean;
  /** Renews after a 401 to a request with an identity; false when the answer is to stand. */
  renewAfter(identity: Identity): Promise<boolean>;
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

/**
 * Returns what sends a request as somebody and gives the answer as it came; once more where their tokens had
 * ended, and never as anybody else.
 */
export function askingAs(who: Who, send: Send) {
  return async (
    path: string,
    make: Make,
    { signal, isPublic = false, isOnce = false }: Asking = {},
  ): Promise<Response> => {
    let asker: Identity | undefined;
    for (let hasRenewed = isPublic; ; hasRenewed = true) {
      const identity = isPublic ? {} : await unlessAborted(who.identity(), signal);
      asker ??= identity;
      if (personOf(identity) !== personOf(asker)) throw otherPerson();
      const init = make();
      const response = await send(path, { ...init, headers: { ...init.headers, ...identity } });
      const isLast = hasRenewed || isOnce || !who.canRenew;
      if (response.status !== 401 || isLast) return response;
      if (!renewable.includes(await codeOf(response.clone()))) return response;
      if (!(await unlessAborted(who.renewAfter(identity), signal))) return response;
      await response.body?.cancel();
    }
  };
}

/** Returns the person of an identity, and the firm that they work in. */
const personOf = (identity: Identity): string =>
  [identity['x-user-id'], identity['x-tenant-uuid']].join();

/** What a request is refused with that another access token would mend; a proxy may say nothing of it. */
const renewable = [
  'TOKEN_EXPIRED',
  'UNAUTHENTICATED',
  'SESSION_ENDED',
  'INVALID_TOKEN',
  'HTTP_401',
];
