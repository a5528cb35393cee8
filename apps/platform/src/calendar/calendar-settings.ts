import type { readEnv } from '@atrium/kit/env.ts';
import type { ProviderName, ProviderSettings } from './providers/provider.ts';

type Env = ReturnType<typeof readEnv>;

export type CalendarSettings = ReturnType<typeof readCalendar>;

/** The calendar providers and how they are kept in step with; a provider without a client id is not configured. */
export function readCalendar(env: Env) {
  return {
    providers: [readProvider(env, 'A', providerA), readProvider(env, 'B', providerB)],
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

const providerA: Defaults = {
  name: 'PROVIDER_A',
  alias: 'google',
  baseUrl: 'https://www.googleapis.com',
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  scopes:
    'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.readonly',
};

const providerB: Defaults = {
  name: 'PROVIDER_B',
  alias: 'microsoft',
  baseUrl: 'https://graph.microsoft.com',
  authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  scopes: 'offline_access User.Read Calendars.ReadWrite',
};

function readProvider(env: Env, letter: 'A' | 'B', defaults: Defaults): ProviderSettings {
  const name = (key: string) => `CALENDAR_${letter}_${key}`;
  return {
    name: defaults.name,
    alias: env.string(name('ALIAS'), defaults.alias).toLowerCase(),
    baseUrl: env.url(name('BASE_URL'), defaults.baseUrl).replace(/\/(calendar\/v3|v1\.0)$/, ''),
    authorizationUrl: env.url(name('AUTHORIZATION_URL'), defaults.authorizationUrl),
    tokenUrl: env.url(name('TOKEN_URL'), defaults.tokenUrl),
    clientId: env.optional(name('CLIENT_ID')) ?? '',
    clientSecret: env.optional(name('CLIENT_SECRET')) ?? '',
    scopes: env.string(name('SCOPES'), defaults.scopes),
  };
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
