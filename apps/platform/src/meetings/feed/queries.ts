import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CalendarEntry } from '../invitations/icalendar.ts';
import { isOwn } from '../meeting-access.ts';
import { spanColumns } from '../meeting-columns.ts';

/** The user whose feed an address leads to. */
export type FeedOwner = Pick<Caller, 'userUuid' | 'roles' | 'partnerUuid'> & {
  tenantUuid: string;
  tenantName: string;
  language: string;
};

/** Returns the owner of a feed, while the account, its partner and its tenant are live: a platform transaction's query. */
export async function findFeedOwner(tx: Tx, tokenHash: Buffer) {
  const [owner] = await tx<FeedOwner[]>`
    select f.tenant_uuid, f.user_uuid, a.roles, a.partner_uuid, a.language, t.name as tenant_name
      from calendar_feeds f join accounts a using (tenant_uuid, user_uuid)
      join tenants t using (tenant_uuid)
     where f.token_hash = ${tokenHash} and a.deleted_at is null and a.is_active
       and partner_active(a.tenant_uuid, a.partner_uuid)
       and t.deleted_at is null and t.is_active`;
  return owner;
}

/** Gives a user's feed another address, and one to who had none. Answers when. */
export async function putFeed(tx: Tx, userUuid: string, tokenHash: Buffer): Promise<string> {
  const [row] = await tx<[{ createdAt: string }]>`
    insert into calendar_feeds (tenant_uuid, user_uuid, token_hash)
    values (${tx.tenantUuid}, ${userUuid}, ${tokenHash})
    on conflict (tenant_uuid, user_uuid) do update set token_hash = excluded.token_hash, created_at = now()
    returning record_time(created_at) as created_at`;
  return row.createdAt;
}

/** Returns the time at which the user's feed got its address. */
export async function findFeed(tx: Tx, userUuid: string) {
  const [row] = await tx<{ createdAt: string }[]>`
    select record_time(created_at) as created_at from calendar_feeds
     where tenant_uuid = ${tx.tenantUuid} and user_uuid = ${userUuid}`;
  return row;
}

/** Takes a user's feed away; false when there was none. */
export async function deleteFeed(tx: Tx, userUuid: string): Promise<boolean> {
  const { count } = await tx`
    delete from calendar_feeds where tenant_uuid = ${tx.tenantUuid} and user_uuid = ${userUuid}`;
  return count > 0;
}

export type FeedEntry = Omit<CalendarEntry, 'description'> & {
  description: string | null;
  meetingInformation: string | null;
};

/** The most entries that a feed has. */
const mostEntries = 1_000;

/**
 * Returns the entries of a user's feed as `meetings m`: the active ones on the own calendar from 90 days
 * ago to two years ahead, without those declined; of many those nearest to now.
 */
const entriesOf = (tx: Tx, owner: FeedOwner) => tx`(
  select m.*, m.xmin as written_by from meetings m
   where ${isOwn(tx, owner)} and m.status = 'ACTIVE'
     and (not m.is_personal or m.host_uuid = ${owner.userUuid})
     and m.starts_at < now() + interval '2 years' and m.ends_at > now() - interval '90 days'
     and not exists (select from meeting_participants p
                      where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
                        and p.entity_uuid = ${owner.userUuid} and p.removed_at is null
                        and p.rsvp_status = 'DECLINED')
   order by abs(extract(epoch from m.starts_at - now())), m.meeting_uuid limit ${mostEntries}) m`;

/**
 * Returns a digest of which entries a feed has and of who wrote each last: it is another whenever any of
 * them has changed, come or gone.
 */
export async function findFeedState(tx: Tx, owner: FeedOwner): Promise<string> {
  const [{ state }] = await tx<[{ state: string }]>`
    select md5(coalesce(string_agg(m.meeting_uuid || ' ' || m.written_by, ',' order by m.meeting_uuid), '')) as state
      from ${entriesOf(tx, owner)}`;
  return state;
}

/** Returns the entries of a user's feed by time. */
export function listFeedEntries(tx: Tx, owner: FeedOwner) {
  return tx<FeedEntry[]>`
    select m.ical_uid as uid, m.sequence, coalesce(m.title, '') as title, ${spanColumns(tx)},
           nullif(m.location_detail, '') as location,
           m.description, m.meeting_information, m.meeting_link as link,
           record_time(m.updated_at) as stamped_at
      from ${entriesOf(tx, owner)}
     order by m.starts_at, m.meeting_uuid`;
}
