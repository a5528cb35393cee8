import type { Db } from '../database/db.ts';
import { rederiveAllInstants } from '../meetings/rederive-instants.ts';
import type { Schedule } from './jobs.ts';
import { removeAllExpired } from './sweep-expired.ts';

/** Returns the work that is done at fixed times, in UTC, by one replica at a time. */
export const schedules = (db: Db): Schedule[] => [
  {
    name: 'remove-expired',
    cron: '*/10 * * * *',
    run: () => removeAllExpired(db),
  },
  {
    // At start too, since an update brings new rules of time zones; and every hour, for meetings that
    // a replica with older rules wrote meanwhile.
    name: 'rederive-instants',
    cron: '0 * * * *',
    atStart: true,
    run: () => rederiveAllInstants(db),
  },
];
