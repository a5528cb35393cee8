import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Env, readEnv } from '@atrium/kit/env.ts';

/** Returns the folder of what Atrium keeps for the person of this machine. */
export const profilesFolder = (env: Env = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'atrium');

/** Returns the name of the profile that the environment states. */
export const statedProfile = (env: Env = process.env) => env.ATRIUM_PROFILE || undefined;

/** Returns where to sign in. Throws ConfigError for what is no address. */
export function urlOf(given: string | undefined, env: Env = process.env): string {
  const { optional, url, done } = readEnv({ ...env, ...(given ? { ATRIUM_URL: given } : {}) });
  const address = url('ATRIUM_URL', `http://127.0.0.1:${optional('PORT') ?? 8080}`);
  done();
  return address;
}
