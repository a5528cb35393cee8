import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { PageQuery } from '../../lists/page.ts';

const messageStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;

const Moment = Type.String({ format: 'record-time', examples: ['2026-03-01T09:30:00'] });
const statusWord = messageStatuses.join('|');

/** Selects messages by when they were made: from `from` on, before `to`, both UTC. */
export const MessagesQuery = Type.Object({
  status: Type.Optional(
    Type.String({
      pattern: `^(${statusWord})(,(${statusWord}))*$`,
      maxLength: 100,
      examples: ['PENDING,FAILED'],
      description: 'One or more of PENDING, DELIVERED, FAILED, with commas',
    }),
  ),
  eventType: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
  withPayload: Type.Optional(
    Type.Boolean({
      description: 'true: each with its body; so messages with `delivery` POLL are read',
    }),
  ),
  after: Type.Optional({
    ...Uuid,
    description: 'With `delivery` POLL: the message that was read last, behind which this goes on',
  }),
  ...PageQuery.properties,
});

export const Message = Named('WebhookMessageSummary', {
  messageId: { ...Uuid, description: 'The header webhook-id' },
  eventType: Type.String(),
  eventId: Nullable(Uuid),
  status: Enum(messageStatuses, {
    title: 'WebhookMessageStatus',
    description: 'DELIVERED: its receiver took it, or it was handed out to who reads the messages',
  }),
  attempts: Type.Integer(),
  createdAt: RecordTime,
  deliveredAt: Nullable(RecordTime),
  nextAttemptAt: Nullable(RecordTime),
  lastStatus: Nullable(Type.Integer()),
  lastError: Nullable(
    Type.String({
      description:
        'REFUSED, REDIRECTED, TIMEOUT, ADDRESS_NOT_PUBLIC, NAME_NOT_FOUND, TLS_FAILED or CONNECTION_FAILED; GIVEN_UP: it waited when the installation was restored, and its operator let it go',
    }),
  ),
  payload: Type.Optional(
    Type.Object(
      {},
      {
        title: 'WebhookMessageSummaryPayload',
        additionalProperties: true,
        description: 'The body, with `withPayload`',
      },
    ),
  ),
});

const Try = Named('WebhookMessageTry', {
  at: RecordTime,
  durationMs: Type.Integer(),
  status: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  responseExcerpt: Nullable(Type.String({ description: 'A kibibyte at most' })),
});

/** A message with what is sent and what came of each try; of many tries the newest 50. */
export const MessageDetail = Type.Object({
  ...Message.properties,
  payload: Type.Object({}, { additionalProperties: true }),
  tries: Type.Array(Try),
});

export const ReplayInput = Type.Object({
  from: { ...Moment, description: 'Events from this time on, UTC' },
  to: Type.Optional(Nullable({ ...Moment, description: 'Events before this time; absent: now' })),
  onlyFailed: Type.Optional(Type.Boolean({ default: false })),
});

export const Replayed = Type.Object({ messages: Type.Integer() });

export const Tested = Type.Object({
  messageId: Uuid,
  status: Enum(messageStatuses),
  tries: Type.Array(Try),
});

export type MessageRow = Static<typeof Message>;
export type MessageDetailRow = Static<typeof MessageDetail>;
export type MessagesQuery = Static<typeof MessagesQuery>;
export type Replay = Static<typeof ReplayInput>;
export type TestedRow = Static<typeof Tested>;
