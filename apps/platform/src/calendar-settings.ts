import type { readEnv } from '@atrium/kit/env.ts';
import {
  type ProviderDefaults,
  type ProviderName,
  type ProviderSettings,
  providerDefaults,
} from './calendar-providers.ts';
import type { KeyRing } from './database/key-ring.ts';

type Env = ReturnType<typeof readEnv>;

export type CalendarSettings = ReturnType<typeof readCalendar>;

/** The settings of the platform that connected calendars need. */
export type CalendarConfig = {
  secretKeys: KeyRing;
  calendar: CalendarSettings;
  rateLimits: { enabled: boolean; webhookPerMinute: number };
};

/** Reads the calendar providers and how calendars are synchronised; a provider without a client id is not configured. */
export function readCalendar(env: Env) {
  refuseOldNames(env);
  return {
    providers: Object.values(providerDefaults).map((defaults) => readProvider(env, defaults)),
    /** `id:base64,id:base64`, the first one seals; without any a key is derived from SECRET_KEY. */
    tokenKeys: env.optional('CALENDAR_TOKEN_KEYS'),
    pullSeconds: env.int('CALENDAR_PULL_SECONDS', 1_200, { min: 1, max: 86_400 }),
    fullHours: env.int('CALENDAR_FULL_HOURS', 24, { min: 1, max: 168 }),
    retryBaseMs: env.int('CALENDAR_RETRY_BASE_MS', 2_000, { min: 1, max: 600_000 }),
    timeoutMs: env.int('CALENDAR_TIMEOUT_MS', 10_000, { min: 100, max: 25_000 }),
    tickMs: env.int('CALENDAR_TICK_MS', 1_000, { min: 20, max: 60_000 }),
  };
}

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

function readProvider(env: Env, defaults: ProviderDefaults): ProviderSettings {
  const name = (ending: (typeof endings)[number]) => settingName(defaults, ending);
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

/** Returns what a provider's setting is called: by the provider's usual alias. */
const settingName = ({ alias }: ProviderDefaults, ending: string) =>
  `CALENDAR_${alias.toUpperCase()}_${ending}`;

/** Tokens of another token endpoint than the provider's own are not sent to its revocation endpoint. */
function readRevocationUrl(env: Env, defaults: ProviderDefaults, tokenUrl: string): string | null {
  if (defaults.revocationUrl === null) return null;
  const setting = settingName(defaults, 'REVOCATION_URL');
  if (tokenUrl === defaults.tokenUrl) return env.url(setting, defaults.revocationUrl);
  return env.optional(setting) ? env.url(setting) : null;
}

/**
 * Returns the provider that a path value means: `provider_a`, `provider_b` or an alias; undefined
 * for any other.
 */
export function providerOfPath(
  { providers }: CalendarSettings,
  value: string,
): ProviderSettings | undefined {
  const wanted = value.toLowerCase();
  return providers.find(({ name, alias }) => wanted === name.toLowerCase() || wanted === alias);
}

/** Returns the settings of a provider, whether it is configured or not. */
export function settingsOf({ providers }: CalendarSettings, name: ProviderName): ProviderSettings {
  const found = providers.find((each) => each.name === name);
  if (!found) throw new Error(`There is no provider ${name}`);
  return found;
}
