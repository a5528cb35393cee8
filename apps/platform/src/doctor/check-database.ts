import { compareSchema } from '../database/migrate.ts';
import { explainSchema } from '../database/schema-state.ts';
import { type Check, fail, ok, warn } from './finding.ts';

const [lateMs, wrongMs] = [2_000, 30_000];

export const database: Check = async ({ db }) => {
  const [server] = await db.asPlatform(
    (tx) => tx<[{ version: string }]>`
      select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  return ok(`PostgreSQL ${server.version} answers`);
};

export const schema: Check = async ({ config }) => {
  const state = await compareSchema(config.databaseUrl);
  return state.is === 'CURRENT' ? ok(explainSchema(state)) : fail(explainSchema(state));
};

/** Compares this machine's clock with the database's: limits, links and sign-ins compare times of both. */
export const clock: Check = async ({ db, now }) => {
  const before = now();
  const [server] = await db.asPlatform(
    (tx) => tx<[{ at: number }]>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
  );
  const after = now();
  const apart = Math.max(0, before - server.at, server.at - after);
  const message = `This machine and the database are ${(apart / 1_000).toFixed(1)} seconds apart`;
  if (apart > wrongMs) return fail(message);
  return apart > lateMs ? warn(message) : ok(message);
};
