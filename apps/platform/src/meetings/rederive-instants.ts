import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { spanColumns } from './meeting-columns.ts';
import { type Derived, deriveInstants, rulesVersion, type Span } from './time.ts';

const atATime = 500;

/** Brings the instants of all meetings to the zone rules that this process knows. */
export async function rederiveAllInstants(db: Db): Promise<void> {
  const rederive = () => db.asPlatform((tx) => rederiveInstants(tx, rulesVersion));
  while ((await rederive()) === atATime);
}

type Outdated = Span & { tenantUuid: string; meetingUuid: string };

/**
 * Derives the instants anew that rest on rules older than a version, of some hundred meetings of any
 * tenant, and returns of how many. The local times stay: they are what people agreed on.
 */
export async function rederiveInstants(tx: Tx, version: string): Promise<number> {
  const outdated = await tx<Outdated[]>`
    select m.tenant_uuid, m.meeting_uuid, ${spanColumns(tx)}
      from meetings m where rules_version < ${version}
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
