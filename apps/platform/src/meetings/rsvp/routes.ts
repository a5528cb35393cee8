import { roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Problem } from '../../problems.ts';
import { findSeenMeeting } from '../find-meeting.ts';
import { Meeting, OfMeeting } from '../schemas.ts';
import { RsvpInput, readSaid } from './schemas.ts';
import { takeAnswer } from './take-answer.ts';

export async function rsvpRoutes(app: Server) {
  app.put(
    '/api/v1/meetings/:meetingUuid/rsvp',
    {
      config: { area: 'meetings', roles, personOnly: true },
      schema: {
        operationId: 'answerMeeting',
        tags: ['Meetings'],
        summary: 'Say whether one attends',
        description:
          'For an invited caller. An answer can be changed until the meeting is over. With proposed times alone it stays as it was; note and times are shown to the host.',
        params: OfMeeting,
        body: RsvpInput,
        response: { 200: Meeting, ...problems(400, 401, 403, 404, 409) },
      },
    },
    (request) => {
      const said = readSaid(request.body);
      return request.inTenant(async (tx) => {
        const { caller } = request;
        const { meetingUuid, participants } = await findSeenMeeting(
          tx,
          caller,
          request.params.meetingUuid,
        );
        const own = participants.find((each) => each.participantEntityUuid === caller.userUuid);
        if (!own) throw new Problem('FORBIDDEN', 'Only those who were invited answer');
        const { participantUuid } = own;
        const answer = { meetingUuid, participantUuid, source: 'USER', ...said } as const;
        await takeAnswer(tx, answer);
        return findSeenMeeting(tx, caller, meetingUuid);
      });
    },
  );
}
