import { type Env, readEnv } from '@atrium/kit/env.ts';
import type { Here, SignIn } from './command.ts';
import { openProfiles, profileName } from './sign-in/profiles.ts';

export type Config = {
  url: string;
  /** A tenant other than the user's own. */
  tenant: string | undefined;
  /** An access token, or what to get one with; a profile is what `atrium login` keeps. */
  credentials: { token: string } | { profile: string } | ClientCredential | SignIn;
};

/** What a command is told of where Atrium is and who asks. */
export type Place = {
  url?: string | undefined;
  tenant?: string | undefined;
  profile?: string | undefined;
  /** True for a command that takes personal tokens. */
  byToken?: boolean;
  /** True for a command that nobody needs to be signed in for. */
  isPublic?: boolean | undefined;
};

/** The credentials that a machine signs in with. */
export type ClientCredential = { clientId: string; clientSecret: string };

const ways =
  'Set ATRIUM_EMAIL and ATRIUM_PASSWORD, ATRIUM_CLIENT_ID and ATRIUM_CLIENT_SECRET, or ATRIUM_TOKEN, or sign in with atrium login';

/**
 * Reads where Atrium is and who asks: the profile that is named, else the one that is kept for the address,
 * else who the environment states. With `byToken` that comes before a profile which nobody named. Throws
 * ConfigError naming what is missing.
 */
export function readConfig(given: Place, here: Here, environment: Env = process.env): Config {
  const { optional, url, fault, done } = readEnv({
    ...environment,
    ...(given.url ? { ATRIUM_URL: given.url } : {}),
  });
  const token = optional('ATRIUM_TOKEN');
  const [email, password] = [optional('ATRIUM_EMAIL'), optional('ATRIUM_PASSWORD')];
  const [clientId, clientSecret] = [optional('ATRIUM_CLIENT_ID'), optional('ATRIUM_CLIENT_SECRET')];
  const machine = clientId && clientSecret ? { clientId, clientSecret } : undefined;
  const person = email && password ? { email, password } : undefined;
  const stated = machine ?? person;
  const named = given.profile ?? optional('ATRIUM_PROFILE');
  const profile = profileName(named);
  const isAsked = named !== undefined || !(given.byToken && token);
  const kept = isAsked ? openProfiles(environment).read(profile) : undefined;
  // The first sign-ins of this machine's start are for this machine's start alone.
  const isHere = optional('ATRIUM_URL') === undefined;
  const address = url('ATRIUM_URL', kept?.url ?? `http://127.0.0.1:${optional('PORT') ?? 8080}`);
  // A profile's tokens go to its own address alone.
  const isKept = kept?.url === address;
  if (named && !isKept) fault(`There is no profile ${profile} of ${address}`, undefined);
  const other = token ? { token } : (stated ?? (isHere ? here.firstSignIn() : undefined));
  const credentials = isKept ? { profile } : other;
  if (!credentials && !given.isPublic) fault(ways, undefined);
  const config = {
    url: address,
    tenant: given.tenant,
    credentials: credentials ?? { email: '', password: '' },
  };
  done();
  return config;
}
