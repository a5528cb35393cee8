import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { Enum, Nullable, problems, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { type Static, Type } from 'typebox';
import { providerNames } from '../calendar-providers.ts';
import type { Tx } from '../database/transaction.ts';
import { syncOperations, syncStatuses } from '../meetings/fields.ts';
import { findSeenMeeting } from '../meetings/find-meeting.ts';
import { Meeting, OfMeeting } from '../meetings/schemas.ts';
import { Outcomes, RecordUuids } from '../several-records.ts';
import type { CalendarSync } from './calendar-sync.ts';
import { lockConnected } from './connections/connection-queries.ts';
import { retrySync, retrySyncs } from './export/retry-sync.ts';

const tags = ['Calendar'];
const config = { area: 'meetings', roles: staffRoles };
const mostAttempts = 200;

const SyncAttempt = Type.Object({
  at: RecordTime,
  provider: Nullable(Enum(providerNames, { title: 'CalendarConnectionProvider' })),
  direction: Enum(['OUTWARD', 'INWARD']),
  operation: Enum(syncOperations),
  outcome: Enum(['DONE', 'RETRY', 'FAILED', 'KEPT_OURS']),
  changed: Type.Array(Type.String(), { description: 'What changed, by name; never what it says' }),
  attempt: Type.Integer(),
  code: Nullable(Type.String()),
  providerStatus: Nullable(Type.Integer()),
  providerCode: Nullable(Type.String()),
  nextTryAt: Nullable(RecordTime),
  driftRepaired: Type.Boolean({ description: 'Found by comparing everything, not told before' }),
  durationMs: Nullable(Type.Integer()),
});

const SyncHistory = Type.Object({
  meetingUuid: Uuid,
  externalSyncStatus: Enum(syncStatuses, { title: 'MeetingExternalSyncStatus' }),
  nextTryAt: Nullable(RecordTime),
  attempts: Type.Array(SyncAttempt),
});

export async function meetingSyncRoutes(app: Server, calendar: CalendarSync) {
  app.post(
    '/api/v1/meetings/:meetingUuid/sync',
    {
      config,
      schema: {
        operationId: 'syncMeeting',
        tags,
        summary: 'Try a failed sync again, or send a meeting to a calendar connected later, now',
        description:
          'Only when canRetrySync is true: the last sync failed, or the meeting is ahead and has no event in the calendar that its host has connected. Answers the meeting as it is then.',
        params: OfMeeting,
        response: { 200: Meeting, ...problems(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request) => {
      const { meetingUuid } = request.params;
      const connection = await request.inTenant(async (tx) => {
        const { hostUuid } = await retrySync(tx, request.caller, meetingUuid);
        return lockConnected(tx, hostUuid);
      });
      if (connection) await calendar.pushNow(connection, meetingUuid);
      return request.readTenant((tx) => findSeenMeeting(tx, request.caller, meetingUuid));
    },
  );

  app.post(
    '/api/v1/meetings/sync',
    {
      config,
      schema: {
        operationId: 'syncMeetings',
        tags,
        summary: 'Try the failed syncs of several meetings again',
        description:
          'Those for which canRetrySync is true are PENDING then, and go to their calendars in the background; of the others it says why not.',
        body: Type.Object({ meetingUuids: RecordUuids }),
        response: { 200: Outcomes, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.inTenant((tx) => retrySyncs(tx, request.caller, request.body.meetingUuids)),
  );

  app.get(
    '/api/v1/meetings/:meetingUuid/sync-history',
    {
      config,
      schema: {
        operationId: 'getMeetingSyncHistory',
        tags,
        summary: 'What went between a meeting and its calendar, the latest first',
        description: 'By page: direction, operation, outcome, and the names of what changed.',
        params: OfMeeting,
        response: { 200: SyncHistory, ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        const { meetingUuid } = request.params;
        const { externalSyncStatus } = await findSeenMeeting(tx, request.caller, meetingUuid);
        const attempts = await listAttempts(tx, meetingUuid);
        const nextTryAt = await findNextTry(tx, meetingUuid);
        return { meetingUuid, externalSyncStatus, nextTryAt, attempts };
      }),
  );
}

function listAttempts(tx: Tx, meetingUuid: string) {
  return tx<Static<typeof SyncAttempt>[]>`
    select record_time(a.at) as at, c.provider, a.direction, a.operation, a.outcome, a.changed, a.attempt,
           a.code, a.provider_status, a.provider_code, record_time(a.next_try_at) as next_try_at,
           a.drift_repaired, a.duration_ms
      from calendar_attempts a
      left join calendar_connections c
        on c.tenant_uuid = a.tenant_uuid and c.connection_uuid = a.connection_uuid
     where a.meeting_uuid = ${meetingUuid}
     order by a.at desc, a.attempt_uuid desc limit ${mostAttempts}`;
}

async function findNextTry(tx: Tx, meetingUuid: string): Promise<string | null> {
  const [push] = await tx<{ nextTryAt: string }[]>`
    select record_time(p.next_try_at) as next_try_at from calendar_pushes p
      join calendar_connections c
        on c.tenant_uuid = p.tenant_uuid and c.connection_uuid = p.connection_uuid
     where p.meeting_uuid = ${meetingUuid} and c.status = 'CONNECTED'`;
  return push?.nextTryAt ?? null;
}
