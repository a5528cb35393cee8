import type { Logger } from 'pino';
import type { Schedule } from '../background/jobs.ts';
import type { Db } from '../database/db.ts';
import type { ObjectStore } from '../files/object-store.ts';
import type { Delivery, OutboxEvent } from '../outbox/relay.ts';
import { archiveTrails } from './archive/archive-trails.ts';
import { deliverArchived } from './archive/deliver-archived.ts';
import type { Heads } from './archive/heads.ts';
import { checkChains } from './check-chains.ts';

type Means = {
  db: Db;
  logger: Logger;
  archive: { objects: ObjectStore; heads: Heads };
  /** The months that stay in the database; 0 for all of them. */
  months: number;
  isPaused: () => Promise<boolean>;
  deliver: (events: OutboxEvent[]) => Promise<Delivery>;
};

/** Returns the work on trails at fixed times: each is checked, and what was found whole may be archived then. */
export const auditSchedules = ({ db, logger, archive, months, ...delivery }: Means): Schedule[] => [
  {
    name: 'check-audit-trails',
    cron: '20 2 * * *',
    atStart: true,
    run: () => checkChains(db, logger, archive),
  },
  {
    name: 'archive-audit-trails',
    cron: '50 2 * * *',
    run: () => archiveTrails({ db, logger, ...archive }, months),
  },
  {
    name: 'deliver-archived-events',
    cron: '*/10 * * * *',
    run: () => deliverArchived({ db, objects: archive.objects, ...delivery }),
  },
];
