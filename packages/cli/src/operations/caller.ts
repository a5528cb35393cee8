import { callerOf } from '../../../client/src/calls.ts';
import { type Here, uuid } from '../command.ts';
import { type Config, type Place, readConfig } from '../config.ts';
import { openProfiles } from '../sign-in/profiles.ts';
import { clientId } from '../sign-in/token-request.ts';

export type Caller = ReturnType<typeof callerOf>;

/** Opens the client by a command's options of place. Throws UsageError and ConfigError. */
export function openCaller(given: Place, here: Here, send: typeof fetch = fetch): Caller {
  const tenant = uuid('tenant', given.tenant);
  const { url, credentials } = readConfig({ ...given, tenant }, here);
  return callerOf(
    {
      baseUrl: url,
      ...authOf(credentials, send),
      ...(tenant && { tenantUuid: tenant }),
    },
    {},
  );
}

function authOf(credentials: Config['credentials'], send: typeof fetch) {
  if (!('profile' in credentials)) return { auth: credentials, fetch: send };
  const { profile: name } = credentials;
  const profile = openProfiles().read(name);
  if (!profile) throw new Error(`There is no profile ${name}: sign in with atrium login`);
  return { auth: { session: profile }, fetch: renewingAlone(name, send) };
}

/**
 * Sends requests, of which the renewal of a profile's session is sent by one command of this machine at a
 * time, and kept: another may have renewed it meanwhile.
 */
function renewingAlone(name: string, send: typeof fetch): typeof fetch {
  const profiles = openProfiles();
  return async (input, init) => {
    if (!String(input).endsWith('/api/auth/refresh')) return send(input, init);
    return profiles.alone(name, async () => {
      const kept = profiles.read(name);
      const { refreshToken } = JSON.parse(String(init?.body)) as { refreshToken: string };
      if (kept && kept.refreshToken !== refreshToken) return Response.json(kept);
      const headers = { ...(init?.headers as Record<string, string>), 'user-agent': clientId };
      const response = await send(input, { ...init, headers });
      if (!response.ok || !kept) return response;
      const next = (await response.clone().json()) as { accessToken: string; refreshToken: string };
      const { accessToken, refreshToken: after } = next;
      profiles.save(name, { url: kept.url, accessToken, refreshToken: after });
      return response;
    });
  };
}
