import { type Env, readEnv } from '@atrium/kit/env.ts';
import type { Here, SignIn } from './command.ts';

export type Config = {
  url: string;
  /** A tenant other than the user's own. */
  tenant: string | undefined;
  /** An access token, or what to get one with. */
  credentials: { token: string } | ClientCredential | SignIn;
};

/** The credentials that a machine signs in with. */
export type ClientCredential = { clientId: string; clientSecret: string };

const ways =
  'Set ATRIUM_EMAIL and ATRIUM_PASSWORD, ATRIUM_CLIENT_ID and ATRIUM_CLIENT_SECRET, or ATRIUM_TOKEN';

/** Reads where Atrium is and who asks. Throws ConfigError naming what is missing. */
export function readConfig(
  given: { url?: string | undefined; tenant?: string | undefined },
  here: Here,
  environment: Env = process.env,
): Config {
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
  // The first sign-ins of this machine's start are for this machine's start alone.
  const isHere = optional('ATRIUM_URL') === undefined;
  const credentials = token ? { token } : (stated ?? (isHere ? here.firstSignIn() : undefined));
  if (!credentials) fault(ways, undefined);
  const config = {
    url: url('ATRIUM_URL', `http://127.0.0.1:${optional('PORT') ?? 8080}`),
    tenant: given.tenant,
    credentials: credentials ?? { email: '', password: '' },
  };
  done();
  return config;
}
