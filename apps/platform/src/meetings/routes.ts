import { roles, staffRoles } from '@atrium/kit/auth/caller.ts';
import { Enum, problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { IfMatchHeader } from '../http/if-match.ts';
import { overlaps } from './calendar-range.ts';
import { cancelMeeting } from './cancel-meeting.ts';
import { createMeeting } from './create-meeting.ts';
import type { MeetingServices } from './export-change.ts';
import { meetingStatuses } from './fields.ts';
import { findSeenMeeting } from './find-meeting.ts';
import { hideMeeting } from './hide-meeting.ts';
import { isOwn, shown } from './meeting-access.ts';
import { listCalendar } from './queries.ts';
import { Meeting, MeetingInput, MeetingList, MeetingUpdate, OfMeeting } from './schemas.ts';
import { updateMeeting } from './update-meeting.ts';

const tags = ['Meetings'];
const config = { area: 'meetings', roles: staffRoles, versioned: true };
const forAll = { area: 'meetings', roles, versioned: true };
const Bound = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));
const mostListed = 2_000;

export async function meetingRoutes(app: Server, services: MeetingServices) {
  app.post(
    '/api/v1/meetings',
    {
      config: { ...config, creates: true },
      schema: {
        operationId: 'createMeeting',
        tags,
        summary: 'Create a meeting, for the caller or another host, and invite whom it names',
        description:
          'Times are local to the time zone. Invitations go out by mail, and with a connected calendar of the host the meeting is written there. hostUuid books it for somebody else of the firm’s staff, who is told by mail.',
        body: MeetingInput,
        response: { 201: Meeting, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) =>
      request.inTenant((tx) => createMeeting(tx, services, request.caller, request.body)),
  );

  app.get(
    '/api/v1/meetings',
    {
      config: forAll,
      schema: {
        operationId: 'listMeetings',
        tags,
        summary: 'The caller’s calendar: meetings hosted, created or invited to, by start',
        description:
          'Those between from and to, in whatever state is asked for. Canceled ones that the caller hid are left out.',
        querystring: Type.Object({
          from: Bound('Meetings that end after it: a date, a local time, or one with an offset'),
          to: Bound('Meetings that start before it; a date includes its day'),
          timezone: Type.Optional(
            Type.String({
              format: 'time-zone',
              description: 'Of from and to; without it, each meeting’s own',
            }),
          ),
          status: Type.Optional(Enum(meetingStatuses)),
          includeHidden: Type.Optional(Type.Boolean({ default: false })),
        }),
        response: { 200: MeetingList, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => {
        const { caller, query } = request;
        const status = query.status ? tx`m.status = ${query.status}` : tx`true`;
        const where = tx`
          ${isOwn(tx, caller)} and ${shown(tx, caller, query.includeHidden)}
          and ${status} and ${overlaps(tx, query)}`;
        return listCalendar(tx, caller, where, mostListed);
      }),
  );

  app.get(
    '/api/v1/meetings/:meetingUuid',
    {
      config: forAll,
      schema: {
        operationId: 'getMeeting',
        tags,
        summary: 'One meeting with its participants',
        description:
          'Says also what the caller may do with it. Internal notes are null for clients.',
        params: OfMeeting,
        response: { 200: Meeting, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) => findSeenMeeting(tx, request.caller, request.params.meetingUuid)),
  );

  app.put(
    '/api/v1/meetings/:meetingUuid',
    {
      config,
      schema: {
        operationId: 'updateMeeting',
        tags,
        summary: 'Change what is stated of a meeting',
        description:
          'What is absent stays. Participants are told when time, place, title or host changed. hostUuid hands the meeting over. If-Match refuses a change that is based on an older version.',
        params: OfMeeting,
        headers: IfMatchHeader,
        body: MeetingUpdate,
        response: { 200: Meeting, ...problems(400, 401, 403, 404, 409, 412) },
      },
    },
    (request) => {
      const { body, caller, params, requireMatch } = request;
      return request.inTenant((tx) =>
        updateMeeting(tx, services, caller, params.meetingUuid, body, requireMatch),
      );
    },
  );

  app.post(
    '/api/v1/meetings/:meetingUuid/cancel',
    {
      config,
      schema: {
        operationId: 'cancelMeeting',
        tags,
        summary: 'Cancel a meeting and tell its participants',
        description:
          'Participants are told by mail, and connected calendars follow. Once more changes nothing.',
        params: OfMeeting,
        headers: IfMatchHeader,
        response: { 200: Meeting, ...problems(401, 403, 404, 409, 412) },
      },
    },
    (request) => {
      const { caller, params, requireMatch } = request;
      return request.inTenant((tx) =>
        cancelMeeting(tx, services, caller, params.meetingUuid, requireMatch),
      );
    },
  );

  app.delete(
    '/api/v1/meetings/:meetingUuid/calendar-visibility',
    {
      config: forAll,
      schema: {
        operationId: 'hideMeeting',
        tags,
        summary: 'Take a canceled meeting out of the caller’s calendar',
        description:
          'For the caller alone, who hosts, made or is invited to it: others still see it.',
        params: OfMeeting,
        response: { 204: Type.Null(), ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) => hideMeeting(tx, request.caller, request.params.meetingUuid)),
  );
}
