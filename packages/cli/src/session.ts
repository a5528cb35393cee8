import { type Here, uuid } from './command.ts';
import { type ClientCredential, type Config, type Place, readConfig } from './config.ts';
import { currentToken } from './sign-in/current-token.ts';

export type Session = ReturnType<typeof openSession>;

type User = { userUuid: string; tenantUuid: string; email: string; userType: string };
type SignedIn = { accessToken: string; user: User };

const needsToken =
  'The account signs in with a second factor, which a command cannot give: set ATRIUM_TOKEN';

/** Somebody who asks Atrium: signs in at the first request, and again when the token has expired. */
export function openSession({ url, tenant, credentials }: Config) {
  let signedIn: Promise<SignedIn> | undefined;

  async function signIn(refused?: string): Promise<SignedIn> {
    if ('profile' in credentials) {
      const accessToken = await currentToken(url, credentials.profile, refused);
      return { accessToken, user: userOf(accessToken) };
    }
    if ('token' in credentials) {
      const { token } = credentials;
      return { accessToken: token, user: isPersonal(token) ? await ownerOf(token) : userOf(token) };
    }
    if ('clientId' in credentials) return tokenOf(credentials);
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    }).catch(unreachable);
    if (!response.ok) throw new Error(`Signing in failed: ${await failureOf(response)}`);
    const answer = (await response.json()) as SignedIn | { secondFactorRequired: true };
    if ('secondFactorRequired' in answer) throw new Error(needsToken);
    return answer;
  }

  /** Returns for whom a personal token speaks, which its text does not tell. */
  async function ownerOf(token: string): Promise<User> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/auth/me`, { headers }).catch(unreachable);
    if (!response.ok) throw new Error(`The token is refused: ${await failureOf(response)}`);
    return (await response.json()) as User;
  }

  /** A machine's token, by OAuth's client credentials. */
  async function tokenOf({ clientId, clientSecret }: ClientCredential): Promise<SignedIn> {
    const response = await fetch(`${url}/api/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    }).catch(unreachable);
    if (!response.ok) throw new Error(`Signing in failed: ${await failureOf(response)}`);
    const { access_token: accessToken } = (await response.json()) as { access_token: string };
    return { accessToken, user: userOf(accessToken) };
  }

  function unreachable(error: unknown): never {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`${url} cannot be reached`, { cause: error });
  }

  async function current(refused?: string): Promise<SignedIn> {
    signedIn ??= signIn(refused);
    return signedIn.catch((error) => {
      signedIn = undefined;
      throw error;
    });
  }

  async function request(path: string, init: RequestInit): Promise<Response> {
    const { accessToken, user } = await current();
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${accessToken}`);
    headers.set('x-tenant-uuid', tenant ?? user.tenantUuid);
    headers.set('x-user-id', user.userUuid);
    headers.set('x-user-email', user.email);
    headers.set('x-user-type', user.userType);
    return fetch(`${url}${path}`, { ...init, headers });
  }

  return {
    url,
    /** The tenant that requests work in. Rejects when signing in fails. */
    tenantUuid: async () => tenant ?? (await current()).user.tenantUuid,

    /**
     * Sends a request as the user, made anew by `init` after the token was, and never as anybody else.
     * Rejects when there is no connection or no signing in.
     */
    async fetch(path: string, init: () => RequestInit = () => ({})): Promise<Response> {
      const { user: asker, accessToken: refused } = await current();
      const response = await request(path, init()).catch(unreachable);
      if ('token' in credentials || !(await isOver(response))) return response;
      await response.body?.cancel();
      signedIn = undefined;
      const { user } = await current(refused);
      if (user.userUuid !== asker.userUuid || user.tenantUuid !== asker.tenantUuid)
        throw new Error('The account is another person’s by now: nothing was sent again');
      return request(path, init()).catch(unreachable);
    },
  };
}

/** Says what another access token mends; a second time a wrong code of a second factor would count again. */
const renewable = ['TOKEN_EXPIRED', 'UNAUTHENTICATED', 'SESSION_ENDED'];

/** Returns whether a request was refused because its access token has ended, not for what it says. */
async function isOver(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return code === undefined || renewable.includes(code);
}

/** Opens a session by a command's options of place. Throws UsageError and ConfigError. */
export function sessionOf(given: Place, here: Here): Session {
  return openSession(readConfig({ ...given, tenant: uuid('tenant', given.tenant) }, here));
}

/** Returns what went wrong, in a line: from a problem document if there is one. */
export async function failureOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => undefined)) as
    | { detail?: string; errors?: { field: string; message: string }[] }
    | undefined;
  const fields = (body?.errors ?? []).map(({ field, message }) => `${field} ${message}`);
  return [response.status, body?.detail ?? response.statusText, ...fields].join(' · ');
}

const isPersonal = (token: string) => token.startsWith('atr_');

/** Reads whom a token is for, by the names that Atrium gives its claims. */
function userOf(token: string): User {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const [userType] = [claims.roles].flat();
    return { userUuid: claims.sub, tenantUuid: claims.tenant, email: claims.email, userType };
  } catch (error) {
    throw new Error('ATRIUM_TOKEN is not an access token', { cause: error });
  }
}
