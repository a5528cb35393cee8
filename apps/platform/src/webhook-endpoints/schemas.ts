import { Enum, Kept, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { eventTypes } from '../event-types.ts';

const deliveries = ['PUSH', 'POLL'] as const;
const disabledReasons = ['GONE', 'FAILING'] as const;

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  examples: ['https://hooks.example.com/atrium'],
  description: 'https, without a user or a password',
});
const Description = Type.Optional(Nullable(Type.String({ maxLength: 500 })));
const EventTypes = Type.Array(Enum(eventTypes, { title: 'EventType' }), {
  maxItems: eventTypes.length,
  uniqueItems: true,
  description: 'What it is told of; empty: everything',
});

const Delivery = Enum(deliveries, {
  description: 'PUSH: messages are sent to `url`; POLL: its maker reads them, and it has no `url`',
});

export const EndpointInput = Type.Object({
  url: Type.Optional(Url),
  delivery: Type.Optional({ ...Delivery, default: 'PUSH' }),
  description: Description,
  eventTypes: Type.Optional({ ...EventTypes, default: [] }),
  isActive: Type.Optional(Type.Boolean({ default: true })),
});

/** Changes to an endpoint: absent stays, a null description clears it. */
export const EndpointUpdate = Type.Object({
  url: Kept(Url),
  description: Description,
  eventTypes: Kept(EventTypes),
  isActive: Type.Optional(Type.Boolean()),
});

export const Endpoint = Named('WebhookEndpoint', {
  endpointUuid: Uuid,
  delivery: Delivery,
  url: Nullable(Type.String({ description: 'null where messages are read' })),
  description: Nullable(Type.String()),
  eventTypes: Type.Array(Type.String()),
  isActive: Type.Boolean(),
  disabledReason: Nullable(
    Enum(disabledReasons, {
      title: 'WebhookEndpointDisabledReason',
      description: 'GONE: it answered 410; FAILING: nothing but failures for five days',
    }),
  ),
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

const Secret = Type.String({ description: 'Signs the messages (Standard Webhooks): `whsec_…`' });

/** An endpoint with its secret; null in a replay by Idempotency-Key. */
export const EndpointWithSecret = Named('NewWebhookEndpoint', {
  ...Endpoint.properties,
  secret: Nullable(Secret),
});

export const EndpointSecret = Type.Object({ secret: Secret });

export type NewEndpoint = Static<typeof EndpointInput>;
export type EndpointChanges = Static<typeof EndpointUpdate>;
export type EndpointRow = Static<typeof Endpoint>;
export type EndpointAnswer = Static<typeof EndpointWithSecret>;
