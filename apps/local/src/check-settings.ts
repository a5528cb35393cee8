import { toConfig as readAnalytics } from '@atrium/analytics/config.ts';
import { readConfig as readCalendars } from '@atrium/calendar-simulators/config.ts';
import { ConfigError, type Env } from '@atrium/kit/env.ts';
import { createTokenCipher } from '@atrium/platform/calendar/connections/token-cipher.ts';
import { toConfig as readPlatform } from '@atrium/platform/config.ts';
import {
  type Addresses,
  analyticsEnvironment,
  analyticsHost,
  calendarsEnvironment,
  platformEnvironment,
} from './child-environment.ts';
import type { Config } from './config.ts';
import { requireProductionSettings } from './secrets.ts';

const made = 'made by the start';

/**
 * Reads the settings of all services as they will read them themselves, and tries DATABASE_URL,
 * before anything is made. Throws a ConfigError that names every setting at fault.
 */
export async function checkSettings(config: Config): Promise<void> {
  if (config.databaseUrl) requireProductionSettings(config.environment);
  const { host, port } = config;
  const addresses: Addresses = {
    host,
    port,
    analyticsHost,
    analyticsPort: config.analyticsPort ?? 0,
    calendarPorts: { a: 0, b: 0 },
  };
  const secrets = {
    tokenSigningKey: made,
    secretKey: made,
    databasePassword: made,
    databaseAdminPassword: made,
  };
  const embedded = { database: { DATABASE_URL: made }, secrets, simulated: {} };
  const platform = platformEnvironment(
    config,
    addresses,
    config.databaseUrl ? undefined : embedded,
  );
  const faults = [
    faultsOf(readPlatform, platform),
    faultsOf(readAnalytics, analyticsEnvironment(config, addresses)),
    config.calendarSimulators
      ? faultsOf(readCalendars, calendarsEnvironment(config, addresses))
      : [],
  ].flat();
  if (faults.length > 0) throw new ConfigError([...new Set(faults)].join('; '));
  const { secretKeys, calendar, tokens } = readPlatform(platform);
  createTokenCipher({ secretKeys, keys: calendar.tokenKeys });
  if (!config.environment.TOKEN_SIGNING_KEY) return;
  // Loaded only where there is something to be checked.
  const { createTokenIssuer } = await import('@atrium/platform/auth/token-issuer.ts');
  await createTokenIssuer(tokens);
  if (!config.databaseUrl) return;
  const { checkDatabase } = await import('@atrium/platform/database/check-database.ts');
  await checkDatabase(config.databaseUrl);
}

function faultsOf(read: (environment: Env) => unknown, environment: Env): string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('; ');
    throw error;
  }
}
