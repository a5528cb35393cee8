import type { Logger } from 'pino';
import { inBatches } from '../background/in-batches.ts';
import type { Job, JobData, Jobs, Schedule } from '../background/jobs.ts';
import type { Db } from '../database/db.ts';
import type { KeyRing } from '../database/key-ring.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MeetingServices } from '../meetings/export-change.ts';
import { clearBatch, isToMend, type Progress } from './clear-texts.ts';
import {
  type ErasureRow,
  type ErasureSearch,
  finishErasure,
  forgetSearch,
  insertErasure,
  listUnfinished,
  lockErasure,
  updateProgress,
} from './erasure-queries.ts';
import { mendCalendars } from './leave-meetings.ts';
import { createSearchSeal, searchContext } from './search-seal.ts';
import { createMatcher } from './text-matcher.ts';

const queue = 'contact-erasure';
const goOnAfterSeconds = 60;

type ErasureJob = JobData & { contactUuid: string };
type Begun = Pick<ErasureRow, 'contactUuid' | 'removed' | 'kept'> & {
  reason: string;
  search: ErasureSearch;
};
type Options = MeetingServices & {
  jobs: Jobs;
  db: Db;
  mailer: Mailer;
  secretKeys: KeyRing;
  logger: Logger;
  /** Clears values in analytics' events of a tenant; rejects while analytics is away. */
  clearEvents: (tenantUuid: string, values: readonly string[]) => Promise<unknown>;
};

export type Erasures = ReturnType<typeof createErasures>;

/**
 * Goes on with erasures behind the transaction that emptied the record: through the firm's texts in
 * batches, each a transaction of its own, then kept mails, then analytics' events. Whatever cuts one
 * off, a job goes on with it where it was.
 */
export function createErasures({
  db,
  mailer,
  secretKeys,
  logger,
  clearEvents,
  jobs,
  ...others
}: Options) {
  const cipher = createSearchSeal(secretKeys);

  const job: Job<ErasureJob> = {
    name: queue,
    run: async ({ tenantUuid, contactUuid }) => {
      if (await goOn(tenantUuid, contactUuid)) await finishElsewhere(tenantUuid, contactUuid);
    },
  };
  const schedule: Schedule = {
    name: 'go-on-with-erasures',
    cron: '*/15 * * * *',
    run: async () => {
      for (const each of await db.asPlatform(listUnfinished)) await jobs.send(queue, each);
    },
  };

  /** Keeps an erasure in the transaction that empties the record, with the job that goes on with it. */
  async function keep(tx: Tx, { search, ...erasure }: Begun): Promise<void> {
    const { tenantUuid } = tx;
    const { contactUuid } = erasure;
    const sealed = cipher.seal(JSON.stringify(search), searchContext(tenantUuid, contactUuid));
    await insertErasure(tx, contactUuid, { ...erasure, search: sealed });
    const data = { tenantUuid, contactUuid };
    await jobs.enqueue(tx, queue, data, { startAfterSeconds: goOnAfterSeconds });
  }

  /**
   * Goes through the texts from wherever the search is. Returns the erasure once it is through;
   * undefined when the time, in milliseconds, is over before.
   */
  async function goOn(
    tenantUuid: string,
    contactUuid: string,
    forMs = Number.POSITIVE_INFINITY,
  ): Promise<ErasureRow | undefined> {
    const endsAt = performance.now() + forMs;
    const ended = await inBatches(
      async () => {
        const erasure = await db.asTenant(tenantUuid, system, (tx) => step(tx, contactUuid));
        return erasure && !erasure.finishedAt ? undefined : { erasure };
      },
      () => performance.now() > endsAt,
    );
    return ended?.erasure;
  }

  /** Takes the next batch, or ends the erasure when there is none; returns it as it is then. */
  async function step(tx: Tx, contactUuid: string): Promise<ErasureRow | undefined> {
    const erasure = await lockErasure(tx, contactUuid);
    if (!erasure || erasure.finishedAt || !erasure.search) return erasure;
    const search = openSearch(tx.tenantUuid, erasure);
    const matcher = createMatcher(search);
    const { nearBy, own, emails } = search;
    const { progress } = erasure;
    if (isToMend(tx.kinds, progress)) {
      const { actor } = search;
      await mendCalendars(tx, others, { emails, meetings: nearBy.meetings, actor });
      return moved({ ...progress, isMended: true });
    }
    const asked = { matcher, nearBy, own, emails, isClearing: true };
    const next = await clearBatch(tx, progress, asked);
    if (next) return moved(next);
    const { mentions, calendarCopies, numbers } = progress;
    const removed = { ...erasure.removed, mentions, calendarCopies };
    const kept = [...erasure.kept, ...numbers.map((place) => `NUMBER_IN ${place}`)];
    await finishErasure(tx, contactUuid, { removed, kept });
    return lockErasure(tx, contactUuid);

    async function moved(to: Progress): Promise<ErasureRow> {
      await updateProgress(tx, contactUuid, to);
      return { ...erasure, progress: to } as ErasureRow;
    }
  }

  function openSearch(tenantUuid: string, { contactUuid, search }: ErasureRow): ErasureSearch {
    return JSON.parse(cipher.open(search ?? '', searchContext(tenantUuid, contactUuid)));
  }

  /** Removes kept mails that name the person; returns their number. */
  async function removeMails(tenantUuid: string, erasure: ErasureRow): Promise<number> {
    if (!erasure.search) return 0;
    return mailer.removeNaming(tenantUuid, openSearch(tenantUuid, erasure).values);
  }

  /** Clears what other stores keep, and forgets what was looked for. */
  async function finishElsewhere(tenantUuid: string, contactUuid: string): Promise<void> {
    const erasure = await db.asTenant(tenantUuid, system, (tx) => lockErasure(tx, contactUuid));
    if (!erasure?.search) return;
    await removeMails(tenantUuid, erasure);
    await clearEvents(tenantUuid, openSearch(tenantUuid, erasure).values);
    await db.asTenant(tenantUuid, system, (tx) => forgetSearch(tx, contactUuid));
  }

  /** Sets the work on other stores off; what fails now is left for the job. */
  function finishSoon(tenantUuid: string, contactUuid: string): void {
    void jobs
      .send(queue, { tenantUuid, contactUuid })
      .catch((error: unknown) => logger.warn({ err: error }, 'an erasure goes on later'));
  }

  return { job, schedule, keep, goOn, removeMails, finishSoon };
}
