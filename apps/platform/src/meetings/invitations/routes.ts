import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { notFound } from '../../problems.ts';
import { OfMeeting, OfParticipant } from '../schemas.ts';
import { resendInvitations } from './resend-invitations.ts';
import { ResendInvitation } from './schemas.ts';

const tags = ['Meetings'];
const config = { area: 'meetings', roles: staffRoles };

export async function invitationRoutes(app: Server) {
  app.post(
    '/api/v1/meetings/:meetingUuid/resend',
    {
      config,
      schema: {
        operationId: 'resendInvitations',
        tags,
        summary: 'Send the invitation again, to every participant',
        description:
          'Answers one result for each recipient; who was skipped has lastInvitationResentAt null.',
        params: OfMeeting,
        response: { 200: Type.Array(ResendInvitation), ...problems(401, 403, 404, 409) },
      },
    },
    (request) => request.inTenant((tx) => resendInvitations(tx, request.caller, request.params)),
  );

  app.post(
    '/api/v1/meetings/:meetingUuid/participants/:participantUuid/resend',
    {
      config,
      schema: {
        operationId: 'resendInvitation',
        tags,
        summary: 'Send the invitation again, to one participant',
        description:
          'Skipped, with lastInvitationResentAt null, for who declined, has no e-mail or was sent one within five minutes.',
        params: OfParticipant,
        response: { 200: ResendInvitation, ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant(async (tx) => {
        const [result] = await resendInvitations(tx, request.caller, request.params);
        if (!result) throw notFound('participant');
        return result;
      }),
  );
}
