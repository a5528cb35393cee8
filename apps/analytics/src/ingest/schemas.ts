import { Named, Nullable } from '@atrium/kit/schema.ts';
import { eventTypePattern } from '@atrium/questions/schemas.ts';
import { type Static, Type } from 'typebox';

/** A UUID, in either case. */
export const AnyCaseUuid = Type.String({ format: 'uuid', maxLength: 36 });

const optionalText = (maxLength: number, options: object) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength, ...options }),
  );

/** The greatest numbers of members of an event, unknown ones included, and of its attributes. */
export const [mostMembers, mostAttributes] = [100, 50];

/** Something that happened in a tenant. */
export const AnalyticsEvent = Type.Object(
  {
    eventType: Type.String({
      pattern: eventTypePattern,
      maxLength: 128,
      description: 'Dot-separated category',
      examples: ['contact.created'],
    }),
    tenantId: AnyCaseUuid,
    eventId: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'uuid',
        maxLength: 36,
        description: 'Idempotency key: stored once for ever in the tenant. Generated when omitted.',
      }),
    ),
    occurredAt: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'instant',
        maxLength: 40,
        description: 'ISO 8601 with zone, at most 24 hours ahead. Now when omitted.',
        examples: ['2026-03-01T09:30:00Z'],
      }),
    ),
    actorType: optionalText(64, {
      examples: ['TENANT_STAFF', 'CONTACT', 'SYSTEM'],
      description:
        'Who acted. In events of the platform TENANT_STAFF is the staff of the tenant and of its partners, CONTACT a client or an invited guest, SYSTEM the platform, its administrators and machines',
    }),
    actorId: optionalText(128, { description: 'UUID of the actor' }),
    entityType: optionalText(64, { examples: ['CONTACT', 'HOUSEHOLD'] }),
    entityId: optionalText(128, { description: 'UUID of the affected entity' }),
    schemaVersion: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: 2_147_483_647,
        description: '1 when omitted',
      }),
    ),
    attributes: Type.Optional(
      Type.Unsafe<Record<string, string | number | boolean | null> | null>({
        type: ['object', 'null'],
        maxProperties: mostAttributes,
        propertyNames: { minLength: 1, maxLength: 64 },
        additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: 1024 },
        description:
          'Text by key: at most 50 of them, a key of 1 to 64 characters, a value of at most 1,024; numbers and booleans become text, null is left out. Of events of the platform, partnerUuid is the partner whom an event concerns',
      }),
    ),
  },
  { title: 'AnalyticsEvent', maxProperties: mostMembers },
);

export type AnalyticsEvent = Static<typeof AnalyticsEvent>;

export const maxBatch = 1_000;

/** The largest event, in bytes. */
export const eventBytes = 65_536;

/** Items are judged one by one, so the schema of the whole asks only for a list. */
export const EventBatch = Type.Object(
  { events: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxBatch }) },
  {
    maxProperties: 20,
    description: 'AnalyticsEvent objects; or the same as NDJSON, one a line',
  },
);

export const BatchResult = Type.Object({
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  rejected: Type.Integer(),
  results: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'Place in the request, from 0' }),
      eventId: Nullable(Type.String()),
      status: Type.Unsafe<'accepted' | 'duplicate' | 'rejected'>({
        type: 'string',
        enum: ['accepted', 'duplicate', 'rejected'],
      }),
      errors: Type.Optional(
        Type.Array(
          Named('FieldError', {
            field: Type.String(),
            code: Type.String(),
            message: Type.String(),
          }),
          { maxItems: 50 },
        ),
      ),
    }),
    { maxItems: maxBatch },
  ),
});

export type BatchResult = Static<typeof BatchResult>;

export const PurgeReport = Type.Object({
  tenantUuid: Type.String(),
  removed: Type.Object({ events: Type.Integer(), identifiers: Type.Integer() }),
});

export const ValuesToClear = Type.Object(
  {
    values: Type.Array(Type.String({ minLength: 3, maxLength: 500 }), {
      minItems: 1,
      maxItems: 500,
      description: 'Found in any case, also within longer texts',
    }),
  },
  { maxProperties: 20 },
);

export const ClearReport = Type.Object({
  tenantUuid: Type.String(),
  cleared: Type.Integer({ description: 'How many stored events had one of the values' }),
});
