import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '@atrium/kit/env.ts';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { compareSchema, migrate } from '../database/migrate.ts';
import { explainSchema } from '../database/schema-state.ts';
import { answerWhileWaiting } from './answer-while-waiting.ts';

const lookMs = 1_000;

type Place = Pick<Config, 'databaseUrl' | 'migrate' | 'host' | 'port'>;

/**
 * Sees to it before a start that the schema is this version's, by the setting MIGRATE: `start` migrates,
 * `wait` waits until somebody else has, while it answers that it lives and is not ready, `refuse` throws
 * a ConfigError. A newer schema is told of and taken, since a version before runs beside it during an update; only `refuse` refuses
 * that too.
 */
export async function prepareSchema(place: Place, logger: Logger): Promise<void> {
  if (place.migrate === 'start') await update(place.databaseUrl, logger);
  if (place.migrate === 'wait') await waitForSchema(place, logger);
  const state = await compareSchema(place.databaseUrl);
  if (state.is === 'CURRENT') return;
  if (place.migrate === 'refuse') throw new ConfigError(explainSchema(state));
  logger.warn(explainSchema(state));
}

async function update(databaseUrl: string, logger: Logger): Promise<void> {
  const applied: string[] = [];
  await migrate(databaseUrl, (name) => {
    applied.push(name);
    logger.debug({ name }, 'migration');
  });
  if (applied.length > 0) logger.info(`The database schema is up to date: ${applied.length} steps`);
}

async function waitForSchema({ databaseUrl, host, port }: Place, logger: Logger): Promise<void> {
  const first = await compareSchema(databaseUrl);
  if (first.is !== 'OLDER') return;
  logger.warn(`Waiting. ${explainSchema(first)}`);
  const stop = await answerWhileWaiting({ host, port });
  try {
    while ((await compareSchema(databaseUrl)).is === 'OLDER') await pause(lookMs);
  } finally {
    await stop();
  }
}
