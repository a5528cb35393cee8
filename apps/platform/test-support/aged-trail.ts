import { createLogger } from '@atrium/kit/logging.ts';
import { archiveTrails } from '../src/audit/archive/archive-trails.ts';
import type { Heads } from '../src/audit/archive/heads.ts';
import type { Archive } from '../src/audit/archive/require-signed.ts';
import { checkChains } from '../src/audit/check-chains.ts';
import { sealEvents } from '../src/audit/seal-events.ts';
import type { Db } from '../src/database/db.ts';
import type { ObjectStore } from '../src/files/object-store.ts';
import { nobody } from '../src/outbox/position.ts';

type Platform = {
  db: Db;
  services: { archive: Archive & { objects: ObjectStore; heads: Heads } };
};
type Database = Pick<Platform, 'db'>;

const logger = createLogger('test', 'silent');

/** Lets what a tenant recorded in the last hour have been so long ago; what is chained is altered by it. */
export const ageTrail = ({ db }: Database, tenantUuid: string, time: string) =>
  db.asPlatform(async (tx) => {
    for (const table of ['events', 'record_history'])
      await tx`
        update ${tx(table)} set occurred_at = occurred_at - ${time}::interval
         where tenant_uuid = ${tenantUuid} and occurred_at > now() - interval '1 hour'`;
  });

/** Chains what is recorded. */
export const sealTrails = ({ db }: Database) => db.asPlatform((tx) => sealEvents(tx, 5_000));

/** Lets the others who read events after their commit have passed all. */
export const passTrails = ({ db }: Database) =>
  db.asPlatform(async (tx) => {
    for (const reader of ['outbox_position', 'webhook_position'])
      await tx`
        update ${tx(reader)} set delivered = pg_current_snapshot(), reading = null, last_uuid = ${nobody},
               last_in = pg_snapshot_xmin(pg_current_snapshot())`;
  });

/** Archives all that a tenant recorded up to now. */
export async function archiveTrail(w: Platform, tenantUuid: string): Promise<void> {
  const { db } = w;
  const { archive } = w.services;
  await ageTrail(w, tenantUuid, '30 months');
  await sealTrails(w);
  await checkChains(db, logger, archive);
  await passTrails(w);
  await archiveTrails({ db, logger, ...archive }, 12);
}
