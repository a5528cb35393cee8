import type { Logger } from 'pino';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { type Derived, deriveInstants, rulesVersion, type Span } from './time.ts';

const everyMs = 3_600_000;
const atATime = 500;

/**
 * Keeps the instants of meetings true to the zone rules that this process knows: once at start, since
 * an update brings new rules, and every hour, for what a replica with older rules wrote meanwhile.
 */
export function keepInstants(db: Db, logger: Logger): { stop: () => void } {
  let stopped = false;
  async function run(): Promise<void> {
    const rederive = () => db.asPlatform((tx) => rederiveInstants(tx, rulesVersion));
    try {
      while (!stopped && (await rederive()) === atATime);
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'deriving the instants of meetings');
    }
  }
  const timer = setInterval(run, everyMs);
  timer.unref();
  void run();
  return {
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}

type Outdated = Span & { tenantUuid: string; meetingUuid: string };

/**
 * Derives anew what rests on rules older than a version, some hundred meetings of any tenant, and
 * answers how many it took. The local times stay: they are what people agreed on.
 */
export async function rederiveInstants(tx: Tx, version: string): Promise<number> {
  const outdated = await tx<Outdated[]>`
    select tenant_uuid, meeting_uuid, timezone, all_day,
           to_char(start_local, 'YYYY-MM-DD"T"HH24:MI:SS') as start_date_time,
           to_char(end_local, 'YYYY-MM-DD"T"HH24:MI:SS') as end_date_time
      from meetings where rules_version < ${version}
     order by rules_version, meeting_uuid limit ${atATime} for no key update`;
  if (outdated.length === 0) return 0;
  const derived = outdated.map(deriveInstants);
  const column = <N extends keyof Derived>(name: N) => derived.map((each) => each[name]);
  await tx`
    update meetings m
       set starts_at = d.starts_at, ends_at = d.ends_at, duration_minutes = d.minutes,
           rules_version = ${version}
      from unnest(${outdated.map((each) => each.tenantUuid)}::uuid[],
                  ${outdated.map((each) => each.meetingUuid)}::uuid[],
                  ${column('startsAt')}::timestamptz[], ${column('endsAt')}::timestamptz[],
                  ${column('durationMinutes')}::int[])
           as d (tenant_uuid, meeting_uuid, starts_at, ends_at, minutes)
     where m.tenant_uuid = d.tenant_uuid and m.meeting_uuid = d.meeting_uuid`;
  return outdated.length;
}
