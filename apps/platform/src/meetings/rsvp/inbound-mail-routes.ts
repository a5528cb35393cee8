import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { Enum, Nullable, problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/db.ts';
import type { BounceAddresses } from '../../mail/bounces/bounce-addresses.ts';
import { takeBounce } from '../../mail/bounces/take-bounce.ts';
import { Problem } from '../../problems.ts';
import { rsvpStatuses } from '../schemas.ts';
import { answerByMail } from './answer-by-mail.ts';
import { ignoredReasons } from './ignored-reasons.ts';
import { mostOfMail, readBeginning, readJsonMail } from './inbound-body.ts';

const MailTaken = Type.Object({
  result: Enum(['RECORDED', 'IGNORED']),
  reason: Nullable(Enum(ignoredReasons)),
  rsvpStatus: Nullable(Enum(rsvpStatuses)),
});

/**
 * Takes mails that a mail server passes on: answers that calendars send to invitations (iMIP), and what mail
 * systems say of deliveries that failed.
 */
export async function inboundMailRoutes(
  app: Server,
  { config, db, bounces }: { config: Config; db: Db; bounces: BounceAddresses },
) {
  const secret = config.mail.inboundSecret;

  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('message/rfc822', async (_request: unknown, body: IncomingMessage) =>
      readBeginning(body, mostOfMail).then(({ bytes }) => bytes),
    );
    scope.addContentTypeParser(
      'application/json',
      (request: FastifyRequest, body: IncomingMessage) =>
        readJsonMail(body, request.headers['content-type']),
    );

    (scope as Server).post(
      '/api/v1/meetings/inbound-mail',
      {
        config: { public: true },
        // Checked by the handler, which takes either.
        validatorCompiler: () => () => true,
        onRequest: async (request) => requireSecret(request, secret),
        schema: {
          operationId: 'takeInboundMail',
          tags: ['Meetings'],
          summary: 'Take a mail with an answer or a failed delivery: message/rfc822, or JSON {raw}',
          description:
            'Needs the header x-inbound-mail-secret, the value of INBOUND_MAIL_SECRET. Of a mail over 10 MiB the beginning is read. What fits nobody who is invited is told to the host by mail. A failed delivery is RECORDED where it names a mail of the platform by the address that the mail was sent from.',
          headers: Type.Object({ 'x-inbound-mail-secret': Type.String({ maxLength: 1_000 }) }),
          body: {
            content: {
              'message/rfc822': { schema: Type.String() },
              'application/json': {
                schema: Type.Object({ raw: Type.String({ maxLength: mostOfMail }) }),
              },
            },
          },
          response: { 200: MailTaken, ...problems(400, 401, 404, 413, 415, 429) },
        },
      },
      async (request) => {
        const mail = toMail(request.body);
        const bounced = await takeBounce(db, bounces, mail);
        if (bounced === undefined) return answerByMail(db, mail);
        const reason = bounced === 'IGNORED' ? ('NOT_A_REPLY' as const) : null;
        return { result: bounced, reason, rsvpStatus: null };
      },
    );
  });
}

/** Throws NOT_FOUND when no secret is set, and UNAUTHENTICATED for another one. */
async function requireSecret(request: FastifyRequest, secret: string | null): Promise<void> {
  if (!secret) throw new Problem('NOT_FOUND', 'Inbound mail is not configured');
  const given = request.headers['x-inbound-mail-secret'];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if (typeof given === 'string' && timingSafeEqual(hash(given), hash(secret))) return;
  throw new Problem('UNAUTHENTICATED', 'The header x-inbound-mail-secret is missing or not right');
}

function toMail(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  const { raw } = (body ?? {}) as { raw?: unknown };
  if (typeof raw === 'string' && raw !== '') return Buffer.from(raw).subarray(0, mostOfMail);
  throw invalid(fieldError('raw', 'REQUIRED', 'is required: the whole message as text'));
}
