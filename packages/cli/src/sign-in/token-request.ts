import { senderTo } from '../../../client/src/connection.ts';
import { errorOf } from '../../../client/src/errors.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Profile } from './profiles.ts';

/** Names this program to Atrium; it has no secret, which nobody could keep on a person's machine. */
export const clientId = 'atrium-cli';

/** The time that a sign-in may take, in ms: less than after which its lock counts as left behind. */
export const patienceMs = 30_000;

/** Asks for the tokens of a session by OAuth. Rejects with what was refused. */
export async function requestTokens(url: string, form: Record<string, string>): Promise<Profile> {
  const response = await senderTo({ baseUrl: url })('/api/auth/token', {
    method: 'POST',
    headers: { 'user-agent': `${clientId}/${manifest.version}` },
    body: new URLSearchParams({ client_id: clientId, ...form }),
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) throw await errorOf(response, {});
  const answer = (await response.json().catch(() => ({}))) as Record<string, string>;
  const { access_token: accessToken, refresh_token: refreshToken } = answer;
  if (accessToken && refreshToken) return { url, accessToken, refreshToken };
  throw new Error(`${url} answered no tokens: is it Atrium's address?`);
}
