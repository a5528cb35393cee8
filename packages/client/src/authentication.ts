import {
  AtriumError,
  ConnectionError,
  type ErrorClasses,
  errorOf,
  invalidAnswer,
  LostAnswerError,
  mayBeDone,
} from './errors.ts';

/** The tokens of a session of a person. */
export type Tokens = { accessToken: string; refreshToken: string };

/** Says who calls: a person by password, a machine, a token, or a session that was begun elsewhere. */
export type Auth =
  | { email: string; password: string; code?: string }
  | { clientId: string; clientSecret: string }
  | { token: string }
  | { session: Tokens; onSession?: (session: Tokens) => void | Promise<void> };

/** The headers by which one request says who sends it. */
export type Identity = Record<string, string>;

export type Send = (path: string, init: RequestInit) => Promise<Response>;

type User = { userUuid: string; tenantUuid: string; email: string; userType: string };
type Held = {
  accessToken: string;
  refreshToken?: string;
  /** True once the refresh token may have arrived: the session ends when it comes again. */
  isSpent?: boolean;
  user?: User | undefined;
};

/**
 * Keeps who calls: signs in at the first request, and renews once for all requests that meet an expired
 * token at the same time.
 */
export function authentication(
  auth: Auth,
  {
    send,
    classes,
    tenantUuid,
  }: { send: Send; classes: ErrorClasses; tenantUuid?: string | undefined },
) {
  let held: Held | undefined = begin(auth);
  let renewing: Promise<Held> | undefined;

  async function post(
    path: string,
    body: object | URLSearchParams,
  ): Promise<Record<string, unknown>> {
    const isForm = body instanceof URLSearchParams;
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const response = await send(path, {
      method: 'POST',
      headers: { 'content-type': type, accept: 'application/json' },
      body: isForm ? body.toString() : JSON.stringify(body),
    });
    if (!response.ok) throw await errorOf(response, classes);
    const text = await response.text().catch((cause: unknown) => {
      throw new ConnectionError('The answer to the sign-in broke off', { cause });
    });
    return tokensIn(text) ?? Promise.reject(invalidAnswer(response, text));
  }

  async function signIn(): Promise<Held> {
    if ('clientId' in auth) {
      const { clientId, clientSecret } = auth;
      const form = new URLSearchParams({ grant_type: 'client_credentials' });
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
      const { access_token: accessToken } = await post('/api/auth/token', form);
      return { accessToken: String(accessToken) };
    }
    if (!('email' in auth)) throw ended();
    const { email, password, code } = auth;
    const first = await post('/api/auth/login', { email, password });
    if (!first.secondFactorRequired) return asPerson(first);
    if (code === undefined) throw secondFactorRequired();
    const second = { challenge: first.challenge, code };
    return asPerson(await post('/api/auth/login/second-factor', second).catch(keepLost));
  }

  async function renew(): Promise<Held> {
    if (!held || held.refreshToken === undefined) return signIn();
    const canSignIn = 'email' in auth && auth.code === undefined;
    if (held.isSpent) return canSignIn ? signIn() : Promise.reject(ended());
    const { refreshToken, user } = held;
    try {
      return asPerson({ user, ...(await post('/api/auth/refresh', { refreshToken })) });
    } catch (error) {
      const isSpent = mayHaveArrived(error);
      if (isSpent) held = { ...held, isSpent };
      const isOver = isSpent || (error instanceof AtriumError && error.status === 401);
      if (isOver && canSignIn) return signIn();
      return isSpent ? keepLost(error) : Promise.reject(error);
    }
  }

  /** Begins one renewal for all that ask while it is under way. */
  function renewed(): Promise<Held> {
    renewing ??= renew()
      .then(async (next) => {
        held = next;
        if ('session' in auth && next.refreshToken)
          await auth.onSession?.({
            accessToken: next.accessToken,
            refreshToken: next.refreshToken,
          });
        return next;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  return {
    identity: async (): Promise<Identity> =>
      identityOf(renewing ? await renewing : (held ?? (await renewed())), tenantUuid),

    /** False for a token, which ends as it is. */
    canRenew: !('token' in auth),

    /** Renews after a 401 to a request with this identity, unless another request did so meanwhile. */
    async renewAfter({ authorization }: Identity): Promise<boolean> {
      if (!renewing && held && identityOf(held).authorization !== authorization) return true;
      await renewed();
      return true;
    },
  };
}

/** Returns the headers by which somebody says who they are, and the firm that they work in. */
export const identityOf = (
  { accessToken, user }: { accessToken: string; user?: User | undefined },
  tenantUuid: string | undefined = user?.tenantUuid,
): Identity => ({
  authorization: `Bearer ${accessToken}`,
  ...(user && {
    'x-user-id': user.userUuid,
    'x-user-email': bytesOf(user.email),
    'x-user-type': user.userType,
  }),
  ...(tenantUuid && { 'x-tenant-uuid': tenantUuid }),
});

/** Returns the answer to a sign-in; undefined of a text that is none. */
function tokensIn(text: string): Record<string, unknown> | undefined {
  try {
    const answer = JSON.parse(text);
    const told = [answer.accessToken, answer.access_token, answer.challenge];
    return told.some((each) => typeof each === 'string') ? answer : undefined;
  } catch {
    return undefined;
  }
}

function begin(auth: Auth): Held | undefined {
  if ('token' in auth) return { accessToken: auth.token, user: userIn(auth.token) };
  if ('session' in auth) return { ...auth.session, user: userIn(auth.session.accessToken) };
  return undefined;
}

function asPerson(answer: Record<string, unknown>): Held {
  const accessToken = String(answer.accessToken);
  const user = (answer.user as User | undefined) ?? userIn(accessToken);
  const { refreshToken } = answer;
  return { accessToken, user, ...(typeof refreshToken === 'string' && { refreshToken }) };
}

/** Returns the person whom an access token names; undefined of a personal token and of a machine's. */
export function userIn(token: string): User | undefined {
  const { sub, tenant, email, roles } = claimsIn(token);
  const [userType = ''] = [roles ?? []].flat();
  return sub && email ? { userUuid: sub, tenantUuid: tenant ?? '', email, userType } : undefined;
}

type Claims = { sub?: string; tenant?: string; email?: string; roles?: string | string[] };

/** Returns what an access token says of whose it is; nothing of a personal token, which cannot be read. */
export function claimsIn(token: string): Claims {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    return {};
  }
}

/** What connections say that were never made, so that nothing was sent over them. */
const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** Returns whether a request arrived, or may have, of which no answer of Atrium says what came of it. */
function mayHaveArrived(error: unknown): boolean {
  if (error instanceof AtriumError) return [502, 504].includes(error.status) || mayBeDone(error);
  if (!(error instanceof ConnectionError)) return false;
  const { cause } = (error.cause ?? {}) as { cause?: { code?: string } };
  return !unsent.includes(cause?.code ?? '');
}

/** Throws an error on, as one after which nothing is sent again. */
function keepLost(error: unknown): never {
  if (!(error instanceof ConnectionError)) throw error;
  throw new LostAnswerError(error.message, { cause: error.cause });
}

/** Returns a text as headers carry it: its bytes in UTF-8. */
const bytesOf = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

const ended = () =>
  new AtriumError({
    status: 401,
    code: 'SESSION_ENDED',
    detail: 'The session has ended: sign in again',
    requestId: undefined,
    errors: [],
  });

/** Returns the error of a request that would be sent again as somebody else than who began it. */
export const otherPerson = () =>
  new AtriumError({
    status: 401,
    code: 'SESSION_ENDED',
    detail: 'The account is another person’s by now: nothing was sent again',
    requestId: undefined,
    errors: [],
  });

const secondFactorRequired = () =>
  new AtriumError({
    status: 401,
    code: 'SECOND_FACTOR_REQUIRED',
    detail: 'The account has a second factor: give its present code, or use a token',
    requestId: undefined,
    errors: [],
  });
