import { anyEvents, eventAttributes, textOf } from '@atrium/platform/event-attributes.ts';
import { type EventType, eventTypes } from '@atrium/platform/event-types.ts';
import type { OpenApi, Operation, Schema } from './document.ts';

/** Describes the message that tells a webhook of each kind of event, under the event's own name. */
export function addWebhooks(document: OpenApi): void {
  document.webhooks = Object.fromEntries(
    [...eventTypes, 'webhook.test' as const].map((type) => [type, { post: operationOf(type) }]),
  );
}

/** A kind of event, or the message that an administrator sends to try an endpoint. */
type Told = EventType | 'webhook.test';

function operationOf(type: Told): Operation {
  const name = type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    operationId: `on${name}`,
    tags: ['Webhooks'],
    summary: `Tells of ${type}`,
    description:
      'Sent to each endpoint of the firm that takes events of this type, signed by Standard Webhooks. Any 2xx takes it; it comes at least once, with the same webhook-id, in no promised order.',
    security: [],
    parameters: Object.entries(headers).map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: messageOf(type) } } },
    responses: {
      '2XX': { description: 'Taken' },
      410: { description: 'Gone: nothing more is sent' },
    },
  };
}

const headers = {
  'webhook-id': 'Stable over the tries of this message',
  'webhook-timestamp': 'When this try was signed, in seconds since 1970',
  'webhook-signature':
    'v1,<base64 HMAC-SHA256 of id.timestamp.body>; two while a secret is rotated',
};

function messageOf(type: Told): Schema {
  const own = type === 'webhook.test' ? [] : [...eventAttributes[type], ...anyEvents];
  const attributes = own.map((name) => [name, { type: 'string', description: textOf(name) }]);
  const uuid = (description: string) => ({ type: 'string', format: 'uuid', description });
  const orNull = (description: string) => ({
    type: ['string', 'null'],
    format: 'uuid',
    description,
  });
  return whole({
    type: { const: type, description: 'What happened' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened, in UTC' },
    data: {
      ...whole({
        tenantUuid: uuid('The firm in which it happened'),
        eventId:
          type === 'webhook.test'
            ? { type: 'null', description: 'A test tells of no event' }
            : uuid('Identifies the event, in the audit trail and in analytics too'),
        actorType: {
          type: 'string',
          enum: ['TENANT_STAFF', 'CONTACT', 'SYSTEM'],
          description: 'Staff, a client or guest, or the platform, its administrators and machines',
        },
        actorId: orNull('Who did it; null for the platform itself'),
        entityType: { type: 'string', description: 'The kind of record that it is about' },
        entityId: orNull('The record that it is about'),
        attributes: {
          type: 'object',
          description: 'Identifiers, counts and fixed words, never personal data',
          properties: Object.fromEntries(attributes),
        },
      }),
      description: 'The event as the audit trail has it',
    },
  });
}

const whole = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
