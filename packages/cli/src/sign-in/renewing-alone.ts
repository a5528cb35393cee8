import { isSameSignIn, openProfiles, type Profile } from './profiles.ts';
import { clientId, patienceMs } from './token-request.ts';

/**
 * Sends requests, of which the renewal of a profile's session is sent by one command of this machine at a
 * time, and kept: another may have renewed it meanwhile. Of a profile that is another sign-in by then
 * nothing is taken, sent or overwritten.
 */
export function renewingAlone(name: string, begun: Profile, send: typeof fetch): typeof fetch {
  const profiles = openProfiles();
  const kept = () => {
    const profile = profiles.read(name);
    return profile && isSameSignIn(profile, begun) ? profile : undefined;
  };
  return async (input, init) => {
    if (!String(input).endsWith('/api/auth/refresh')) return send(input, init);
    return profiles.alone(name, async () => {
      const before = kept();
      if (!before) return changed(name);
      const { refreshToken } = JSON.parse(String(init?.body)) as { refreshToken: string };
      if (before.refreshToken !== refreshToken) return Response.json(before);
      const headers = { ...(init?.headers as Record<string, string>), 'user-agent': clientId };
      // Less than after which the lock counts as left behind.
      const signal = AbortSignal.timeout(patienceMs);
      const response = await send(input, { ...init, headers, signal });
      if (!response.ok) return response;
      const next = (await response.json()) as { accessToken: string; refreshToken: string };
      if (!kept()) return changed(name);
      const { accessToken, refreshToken: after } = next;
      profiles.save(name, { url: begun.url, accessToken, refreshToken: after });
      return Response.json(next);
    });
  };
}

/** Returns the answer to a renewal of a profile that is another sign-in by now. */
const changed = (name: string) => {
  const detail = `The profile ${name} is another sign-in by now: start the command again`;
  return Response.json({ code: 'SESSION_ENDED', detail }, { status: 401 });
};
