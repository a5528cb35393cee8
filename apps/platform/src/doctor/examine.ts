import { clock, database, schema } from './check-database.ts';
import { certificates, domains } from './check-domains.ts';
import { backup, disk, keys } from './check-machine.ts';
import { sender } from './check-sender.ts';
import { calendars, engine, mail, store } from './check-services.ts';
import { type Check, codeOf, type Finding, fail, type Means } from './finding.ts';

const checks: Readonly<Record<string, Check>> = {
  database,
  engine,
  mail,
  sender,
  store,
  calendars,
  clock,
  domains,
  certificates,
  disk,
  backup,
  keys,
  schema,
};

/** Looks at every part of an installation, each within a time; one that cannot be looked at is FAIL. */
export function examine(means: Means, limitMs = 20_000): Promise<Finding[]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new Error('late')), limitMs);
      const found = await Promise.race([check(means), late.promise])
        .catch((error: unknown) => fail(`It cannot be looked at (${codeOf(error)})`))
        .finally(() => clearTimeout(timer));
      return { name, ...found };
    }),
  );
}
