import type { Fragment } from '@atrium/kit/sql.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../database/transaction.ts';
import type { Answer, EventFields, ProviderEvent } from './providers/provider.ts';

/**
 * The parts of a meeting that the provider must know: its fields and the guests we asked it to
 * list.
 */
export type OurFields = EventFields & { guests: string[] };

/**
 * Says what both sides last agreed on, each in its own words: providers rewrite texts and zones, and we
 * shorten names. A side has changed when it differs from its own half.
 */
export type Agreed = {
  ours: OurFields;
  theirs: EventFields;
  /** The event was private: its texts are not in `theirs`. */
  isPrivate?: boolean;
};

export type Link = {
  externalId: string;
  meetingUuid: string;
  isCopy: boolean;
  icalUid: string | null;
  seriesId: string | null;
  originalStart: string | null;
  etag: string | null;
  fields: Agreed;
  /** The guests' answers as the provider last told them, by e-mail in lower case. */
  answers: Record<string, Answer>;
  pushedVersion: number;
  goneAt: string | null;
  /** Since when the meeting has another host, so that the event is none of it any more. */
  retiredAt: string | null;
};

const columns = (tx: Tx) => tx`
  external_id, meeting_uuid, is_copy, ical_uid, series_id, original_start, etag, fields, answers,
  pushed_version, gone_at, retired_at`;

/** Finds the link of a connection's event. Foreign identifiers resolve through the connection only. */
export async function findLink(tx: Tx, connectionUuid: string, externalId: string) {
  const [link] = await tx<Link[]>`
    select ${columns(tx)} from calendar_links
     where connection_uuid = ${connectionUuid} and external_id = ${externalId}`;
  return link;
}

export async function findLinkOfMeeting(tx: Tx, connectionUuid: string, meetingUuid: string) {
  const [link] = await tx<Link[]>`
    select ${columns(tx)} from calendar_links
     where connection_uuid = ${connectionUuid} and meeting_uuid = ${meetingUuid}`;
  return link;
}

/** Finds the link of an event that is the same by what stays with one; first one that is still there. */
export async function findTwin(
  tx: Tx,
  connectionUuid: string,
  { seriesId, originalStart, icalUid }: Omit<LiveLink, 'externalId'>,
) {
  const [link] = await tx<Link[]>`
    select ${columns(tx)} from calendar_links
     where connection_uuid = ${connectionUuid}
       and ${
         seriesId
           ? tx`series_id = ${seriesId} and original_start = ${originalStart}`
           : tx`ical_uid = ${icalUid} and series_id is null`
       }
     order by gone_at desc nulls first limit 1`;
  return link;
}

/** The link of an event that is still there, with what stays the same when its identifier changes. */
export type LiveLink = Pick<Link, 'externalId' | 'icalUid' | 'seriesId' | 'originalStart'>;

const listLive = (tx: Tx, connectionUuid: string, where: Fragment) => tx<LiveLink[]>`
  select external_id, ical_uid, series_id, original_start from calendar_links l
   where connection_uuid = ${connectionUuid} and gone_at is null and retired_at is null and ${where}`;

/** Lists the links of a series' instances that are still there. */
export function listSeriesLinks(tx: Tx, connectionUuid: string, seriesIds: readonly string[]) {
  return listLive(tx, connectionUuid, tx`series_id = any(${[...seriesIds]})`);
}

/** Lists the live links of events that are the same as some others, by what stays with an event. */
export function listTwins(
  tx: Tx,
  connectionUuid: string,
  events: readonly Omit<LiveLink, 'externalId'>[],
) {
  const singles = events.filter(({ seriesId }) => !seriesId).map(({ icalUid }) => icalUid);
  const instances = events.filter(({ seriesId }) => seriesId);
  const isTwin = tx`
    (series_id is null and ical_uid = any(${singles})
     or (series_id, original_start) in (
       select * from unnest(${instances.map(({ seriesId }) => seriesId)}::text[],
                            ${instances.map(({ originalStart }) => originalStart)}::text[])))`;
  return listLive(tx, connectionUuid, isTwin);
}

/** Lists the live links of meetings that end after an instant, however far ahead they are. */
export function listLinksFrom(tx: Tx, connectionUuid: string, from: string) {
  const endsLater = tx`
    exists (select from meetings m
             where m.tenant_uuid = l.tenant_uuid and m.meeting_uuid = l.meeting_uuid
               and m.ends_at > ${from})`;
  return listLive(tx, connectionUuid, endsLater);
}

/** Lists the live links of those of some events that are linked. */
export function listLiveLinks(tx: Tx, connectionUuid: string, externalIds: readonly string[]) {
  return listLive(tx, connectionUuid, tx`external_id = any(${[...externalIds]})`);
}

/** Links a meeting to another event than so far: its series' instance, or what is left of a series. */
export async function moveLink(
  tx: Tx,
  connectionUuid: string,
  formerId: string,
  { externalId, seriesId, originalStart }: Omit<LiveLink, 'icalUid'>,
): Promise<void> {
  await tx`
    update calendar_links
       set external_id = ${externalId}, series_id = ${seriesId}, original_start = ${originalStart},
           etag = null
     where connection_uuid = ${connectionUuid} and external_id = ${formerId}`;
}

type LinkChange = {
  meetingUuid: string;
  event: ProviderEvent;
  agreed: Agreed;
  pushedVersion: number;
  isCopy?: boolean;
  /** The link's identifier so far, where the event has got another. */
  formerId?: string | undefined;
  /** Defaults to the guests' answers. */
  answers?: Record<string, Answer>;
};

/** Keeps what an event and a meeting agree on now. */
export async function saveLink(tx: Tx, connectionUuid: string, change: LinkChange): Promise<void> {
  const { meetingUuid, event, agreed, pushedVersion, isCopy = false, formerId } = change;
  const { answers = answersOf(event) } = change;
  const { externalId, etag, updatedAt, details } = event;
  if (formerId && formerId !== externalId)
    await tx`
      update calendar_links set external_id = ${externalId}
       where connection_uuid = ${connectionUuid} and external_id = ${formerId}`;
  const { icalUid = null, seriesId = null, originalStart = null } = details ?? {};
  await tx`
    insert into calendar_links
      (tenant_uuid, connection_uuid, external_id, meeting_uuid, is_copy, ical_uid, series_id,
       original_start, etag, fields, answers, provider_updated_at, pushed_version)
    values (${tx.tenantUuid}, ${connectionUuid}, ${externalId}, ${meetingUuid}, ${isCopy}, ${icalUid},
            ${seriesId}, ${originalStart}, ${etag}, ${tx.json(agreed)}, ${tx.json(answers)},
            ${updatedAt}, ${pushedVersion})
    on conflict (tenant_uuid, connection_uuid, external_id) do update
      set meeting_uuid = excluded.meeting_uuid, is_copy = excluded.is_copy,
          ical_uid = coalesce(excluded.ical_uid, calendar_links.ical_uid), etag = excluded.etag,
          fields = excluded.fields, answers = excluded.answers,
          provider_updated_at = excluded.provider_updated_at,
          pushed_version = excluded.pushed_version, gone_at = null`;
}

export function answersOf({ details }: ProviderEvent): Record<string, Answer> {
  const guests = details?.guests ?? [];
  return Object.fromEntries(guests.map(({ email, answer }) => [plainEmail(email), answer]));
}

/** Marks that the event has left the calendar. */
export async function markGone(tx: Tx, connectionUuid: string, externalId: string) {
  await tx`
    update calendar_links set gone_at = now()
     where connection_uuid = ${connectionUuid} and external_id = ${externalId}`;
}

export async function deleteLink(tx: Tx, connectionUuid: string, externalId: string) {
  await tx`
    delete from calendar_links
     where connection_uuid = ${connectionUuid} and external_id = ${externalId}`;
}
