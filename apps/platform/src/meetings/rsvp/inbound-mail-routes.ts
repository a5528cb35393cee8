import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { Enum, Nullable, problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/db.ts';
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

/** Takes mails that a mail server passes on: answers that calendars send to invitations (iMIP). */
export async function inboundMailRoutes(app: Server, { config, db }: { config: Config; db: Db }) {
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
          summary: 'Take a mail with an answer: message/rfc822, or JSON {raw}',
          description:
            'Needs the header x-inbound-mail-secret, the value of INBOUND_MAIL_SECRET. Of a mail over 10 MiB the beginning is read. What fits nobody who is invited is told to the host by mail.',
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
      async (request) => answerByMail(db, toMail(request.body)),
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
