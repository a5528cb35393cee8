import { type Env, readEnv } from '@atrium/kit/env.ts';

export type Config = {
  url: string;
  /** A tenant other than the user's own. */
  tenant: string | undefined;
  /** An access token, or what to get one with. */
  credentials: { token: string } | { email: string; password: string };
};

/** Where Atrium is and who asks. Throws ConfigError naming what is missing. */
export function readConfig(env: Env, given: { url?: string; tenant?: string }): Config {
  const { string, optional, url, fault, done } = readEnv({
    ...env,
    ...(given.url ? { ATRIUM_URL: given.url } : {}),
  });
  const token = optional('ATRIUM_TOKEN');
  const [email, password] = [optional('ATRIUM_EMAIL'), optional('ATRIUM_PASSWORD')];
  if (!token && !(email && password))
    fault('Set ATRIUM_EMAIL and ATRIUM_PASSWORD, or ATRIUM_TOKEN', undefined);
  const config = {
    url: url('ATRIUM_URL', 'http://127.0.0.1:8080'),
    tenant: given.tenant,
    credentials: token
      ? { token }
      : { email: string('ATRIUM_EMAIL', ''), password: string('ATRIUM_PASSWORD', '') },
  };
  done();
  return config;
}
