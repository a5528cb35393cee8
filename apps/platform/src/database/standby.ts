import { isDeepStrictEqual } from 'node:util';
import { createSql, type Sql } from '@atrium/kit/sql.ts';
import pg from 'pg';
import { connectAlone, openPool, type PoolOptions } from './pool.ts';

/** So much older may what a standby shows be than what the primary has committed. */
const oldestMs = 1_000;
const probeMs = 250;
/** A place of the primary's log that a standby has not reached after so long is no longer waited for. */
const forgottenMs = 60_000;

export type Standby = ReturnType<typeof openStandby>;

/**
 * Opens the pool of a standby, and watches how far behind the primary it is: places of the primary's log
 * are noted with the time, and the standby says which it has replayed. No clock but this process's counts.
 */
export function openStandby(primaryUrl: string, { url, metrics, ...rest }: PoolOptions) {
  const pool = openPool({ url, ...rest });
  const primary = keepAsking(primaryUrl);
  const standby = keepAsking(url);
  const reached: { at: number; place: bigint }[] = [];
  /** The standby shows all that the primary had committed at this time. */
  let shownUntil = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function probe(): Promise<void> {
    const at = performance.now();
    const [{ place, ...own }] = await primary.ask(
      (sql) => sql<[Log & { place: string }]>`
        select (pg_current_wal_lsn() - '0/0')::text as place, ${log(sql)}`,
    );
    reached.push({ at, place: BigInt(place) });
    reached.splice(
      0,
      reached.findIndex((each) => each.at >= at - forgottenMs),
    );
    const [{ replayed, follows, ...followed }] = await standby.ask(
      (sql) => sql<[Log & { replayed: string | null; follows: boolean }]>`
        select (pg_last_wal_replay_lsn() - '0/0')::text as replayed, pg_is_in_recovery() as follows,
               ${log(sql)}`,
    );
    // One that was promoted follows nobody any more, and another installation's never did.
    if (!follows || replayed === null || !isDeepStrictEqual(own, followed)) return;
    const shown = reached.filter((each) => each.place <= BigInt(replayed)).at(-1);
    if (shown) shownUntil = shown.at;
  }

  /** Asks again and again; what does not answer makes what is shown older, and so is passed over. */
  function watch(): void {
    probe()
      .catch(() => undefined)
      .finally(() => {
        if (!isClosed) timer = setTimeout(watch, probeMs).unref();
      });
  }
  watch();

  const behindMs = () => performance.now() - shownUntil;
  metrics?.watchStandby(() => behindMs() / 1_000);

  return {
    pool,
    /** Says whether what the standby shows is at most a second old. */
    isClose: () => behindMs() <= oldestMs,
    noteRead: (where: 'standby' | 'primary') => metrics?.laggingReads.inc({ where }),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([pool.close(), primary.end(), standby.end()]);
    },
  };
}

/** Says which log a server writes or follows: after a restore the same installation goes on with another one. */
type Log = { installation: string; timeline: number };
const log = (sql: Sql) => sql`
  (select system_identifier::text from pg_control_system()) as installation,
  (select timeline_id from pg_control_checkpoint()) as timeline`;

/** Returns a connection of its own that is made anew when it is lost. */
function keepAsking(url: string) {
  let connecting: ReturnType<typeof connectAlone> | undefined;

  /** Runs a statement. Throws when the server does not answer. */
  async function ask<Rows>(statement: (sql: Sql) => PromiseLike<Rows>): Promise<Rows> {
    connecting ??= connectAlone({ connectionString: url, ...patience });
    const current = connecting;
    try {
      return await statement(createSql((await current).run));
    } catch (error) {
      connecting = undefined;
      current.then(({ end }) => end()).catch(() => undefined);
      throw error;
    }
  }
  return { ask, end: async () => (await connecting?.catch(() => undefined))?.end() };
}

const patience = { statement_timeout: 2_000, query_timeout: 3_000, connectionTimeoutMillis: 3_000 };

/** Says that a statement took too long, which it would elsewhere too. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '57014';
