import type { Make } from '../../client/src/asking.ts';
import { claimsIn } from '../../client/src/authentication.ts';
import { connectionTo } from '../../client/src/connection.ts';
import { errorOf } from '../../client/src/errors.ts';
import { type Here, uuid } from './command.ts';
import { type Place, readConfig } from './config.ts';
import { openProfiles } from './sign-in/profiles.ts';
import { renewingAlone } from './sign-in/renewing-alone.ts';

export type Session = ReturnType<typeof openSession>;

/** Opens the client's connection by a command's options of place. Throws UsageError and ConfigError. */
export function openConnection(given: Place, here: Here, send: typeof fetch = fetch) {
  const tenant = uuid('tenant', given.tenant);
  const { url, credentials } = readConfig({ ...given, tenant }, here);
  const place = { baseUrl: url, ...(tenant && { tenantUuid: tenant }) };
  if (!('profile' in credentials))
    return { url, tenant, ...connectionTo({ ...place, auth: credentials, fetch: send }, {}) };
  const { profile: name } = credentials;
  const profile = openProfiles().read(name);
  if (profile?.url !== url)
    throw new Error(`There is no profile ${name} of ${url}: sign in with atrium login`);
  const auth = { session: profile };
  const alone = renewingAlone(name, profile, send);
  return { url, tenant, ...connectionTo({ ...place, auth, fetch: alone }, {}) };
}

/** Opens a session for the commands that send requests of their own. Throws UsageError and ConfigError. */
export function openSession(given: Place, here: Here) {
  const { url, tenant, ask: send, identity } = openConnection(given, here);

  /** Sends a request as the user and gives its answer. Throws AtriumError for a refusal. */
  async function ask(path: string, make: Make = () => ({})): Promise<Response> {
    const response = await send(path, make);
    if (!response.ok) throw await errorOf(response, {});
    return response;
  }

  return {
    url,
    ask,
    /** Sends a request as the user and gives what comes, a refusal too. */
    fetch: (path: string, make: Make) => send(path, make),
    /** Returns the tenant that requests work in. Rejects when signing in fails. */
    async tenantUuid(): Promise<string> {
      if (tenant) return tenant;
      const { authorization = '' } = await identity();
      // Of a personal token the text does not tell for whom it speaks.
      const { tenant: own } = claimsIn(authorization);
      return (
        own ?? ((await (await ask('/api/auth/me')).json()) as { tenantUuid: string }).tenantUuid
      );
    },
  };
}
