import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validate } from './read-event.ts';
import { isUsualEvent } from './usual-event.ts';

const [tenantId, eventId] = [crypto.randomUUID(), crypto.randomUUID()];
const texts = fc.oneof(
  fc.constantFrom('', 'a', 'a.b', 'a..b', '.a', '2026-02-29T00:00:00Z', '2026-01-01T24:00:00Z'),
  fc.constantFrom('2024-02-29T12:30:00.123Z', '2026-01-01T00:00:60Z', '2026-01-01', eventId),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.integer({ min: 60, max: 1030 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 60, max: 70 }).map((length) => '😀'.repeat(length)),
);
const scalars = fc.oneof(texts, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const anything = fc.oneof(scalars, fc.array(scalars, { maxLength: 2 }), fc.object({ maxDepth: 1 }));
const attributes = fc.oneof(
  fc.dictionary(texts, anything, { maxKeys: 4 }),
  fc.constantFrom(49, 50, 51).map((keys) =>
    Object.fromEntries(
      Array(keys)
        .entries()
        .map(([key]) => [`k${key}`, 1]),
    ),
  ),
  anything,
);
const names = ['actorType', 'actorId', 'entityType', 'entityId', 'schemaVersion', 'occurredAt'];

const events = fc
  .tuple(
    fc.record(
      { eventType: fc.oneof(fc.constant('usual'), anything), attributes },
      { requiredKeys: [] },
    ),
    fc.record({ tenantId: fc.oneof(fc.constant(tenantId), anything) }),
    fc.record({ eventId: fc.oneof(fc.constant(eventId), anything) }, { requiredKeys: [] }),
    fc.dictionary(fc.constantFrom(...names, 'more'), anything, { maxKeys: 3 }),
  )
  .map((parts) => Object.assign({}, ...parts));

test('what is taken at a glance is what the schema takes', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(events, anything), (event) => {
      if (!isUsualEvent(event)) return;
      taken += 1;
      expect(validate(event)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(100);
});

test('an event with all that events have is taken at a glance', () => {
  const text = {
    actorType: 'TENANT_STAFF',
    actorId: eventId,
    entityType: 'CONTACT',
    entityId: eventId,
  };
  const event = {
    eventType: 'contact.created',
    tenantId,
    eventId,
    occurredAt: '2026-01-31T10:00:00.5Z',
    ...text,
  };
  expect(
    isUsualEvent({ ...event, schemaVersion: 2, attributes: { a: 'x', b: 1, c: true, d: null } }),
  ).toBe(true);
});
