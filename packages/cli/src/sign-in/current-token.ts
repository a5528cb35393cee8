import { openProfiles } from './profiles.ts';
import { requestTokens } from './token-request.ts';

/**
 * Returns the access token of a profile of an address: another than the one that was refused, if one is
 * stated. Rejects when the profile is of another address by now.
 */
export async function currentToken(
  url: string,
  name: string,
  refused: string | undefined,
): Promise<string> {
  const profiles = openProfiles();
  return profiles.alone(name, async () => {
    const profile = profiles.read(name);
    if (profile?.url !== url)
      throw new Error(`There is no profile ${name} of ${url}: sign in with atrium login`);
    // Another command may have renewed it meanwhile.
    if (profile.accessToken !== refused) return profile.accessToken;
    const { refreshToken } = profile;
    const next = await requestTokens(url, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    profiles.save(name, next);
    return next.accessToken;
  });
}
