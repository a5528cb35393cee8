import type { readEnv } from '@atrium/kit/env.ts';
import type { ProviderName, ProviderSettings } from './providers/provider.ts';

type Env = ReturnType<typeof readEnv>;

export type CalendarSettings = ReturnType<typeof readCalendar>;

/** Reads the calendar providers and how calendars are synchronised; a provider without a client id is not configured. */
export function readCalendar(env: Env) {
  refuseOldNames(env);
  return {
    providers: [readProvider(env, 'GOOGLE', google), readProvider(env, 'MICROSOFT', microsoft)],
    /** `id:base64,id:base64`, the first one seals; without any a key is derived from SECRET_KEY. */
    tokenKeys: env.optional('CALENDAR_TOKEN_KEYS'),
    pullSeconds: env.int('CALENDAR_PULL_SECONDS', 1_200, { min: 1, max: 86_400 }),
    fullHours: env.int('CALENDAR_FULL_HOURS', 24, { min: 1, max: 168 }),
    retryBaseMs: env.int('CALENDAR_RETRY_BASE_MS', 2_000, { min: 1, max: 600_000 }),
    timeoutMs: env.int('CALENDAR_TIMEOUT_MS', 10_000, { min: 100, max: 25_000 }),
    tickMs: env.int('CALENDAR_TICK_MS', 1_000, { min: 20, max: 60_000 }),
  };
}

type Defaults = Omit<ProviderSettings, 'clientId' | 'clientSecret'>;

const google: Defaults = {
  name: 'PROVIDER_A',
  alias: 'google',
  baseUrl: 'https://www.googleapis.com',
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revocationUrl: 'https://oauth2.googleapis.com/revoke',
  scopes:
    'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.readonly',
};

const microsoft: Defaults = {
  name: 'PROVIDER_B',
  alias: 'microsoft',
  baseUrl: 'https://graph.microsoft.com',
  authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  // Microsoft has no endpoint at which an application ends one person's consent.
  revocationUrl: null,
  scopes: 'offline_access User.Read Calendars.ReadWrite',
};

const endings = [
  'ALIAS',
  'BASE_URL',
  'AUTHORIZATION_URL',
  'TOKEN_URL',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'SCOPES',
] as const;

/** Settings were called CALENDAR_A_… and CALENDAR_B_… before; whoever still has them is told. */
function refuseOldNames(env: Env): void {
  const renamed = { CALENDAR_A: 'CALENDAR_GOOGLE', CALENDAR_B: 'CALENDAR_MICROSOFT' };
  for (const [before, now] of Object.entries(renamed))
    for (const ending of endings)
      if (env.optional(`${before}_${ending}`) !== undefined)
        env.fault(`${before}_${ending} is now called ${now}_${ending}`, undefined);
}

function readProvider(
  env: Env,
  provider: 'GOOGLE' | 'MICROSOFT',
  defaults: Defaults,
): ProviderSettings {
  const name = (ending: (typeof endings)[number]) => `CALENDAR_${provider}_${ending}`;
  const tokenUrl = env.url(name('TOKEN_URL'), defaults.tokenUrl);
  return {
    name: defaults.name,
    alias: env.string(name('ALIAS'), defaults.alias).toLowerCase(),
    baseUrl: env.url(name('BASE_URL'), defaults.baseUrl).replace(/\/(calendar\/v3|v1\.0)$/, ''),
    authorizationUrl: env.url(name('AUTHORIZATION_URL'), defaults.authorizationUrl),
    tokenUrl,
    revocationUrl: readRevocationUrl(env, defaults, tokenUrl),
    clientId: env.optional(name('CLIENT_ID')) ?? '',
    clientSecret: env.optional(name('CLIENT_SECRET')) ?? '',
    scopes: env.string(name('SCOPES'), defaults.scopes),
  };
}

/** Tokens of another token endpoint than Google's own are not sent to Google's revocation endpoint. */
function readRevocationUrl(env: Env, defaults: Defaults, tokenUrl: string): string | null {
  if (defaults.revocationUrl === null) return null;
  const setting = 'CALENDAR_GOOGLE_REVOCATION_URL';
  if (tokenUrl === defaults.tokenUrl) return env.url(setting, defaults.revocationUrl);
  return env.optional(setting) ? env.url(setting) : null;
}

/** The provider that a path value means: `provider_a`, `provider_b` or an alias; undefined for any other. */
export function providerOfPath(
  { providers }: CalendarSettings,
  value: string,
): ProviderSettings | undefined {
  const wanted = value.toLowerCase();
  return providers.find(({ name, alias }) => wanted === name.toLowerCase() || wanted === alias);
}

/** The settings of a provider, whether it is configured or not. */
export function settingsOf({ providers }: CalendarSettings, name: ProviderName): ProviderSettings {
  const found = providers.find((each) => each.name === name);
  if (!found) throw new Error(`There is no provider ${name}`);
  return found;
}
