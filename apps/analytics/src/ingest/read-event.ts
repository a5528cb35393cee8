import { cutText } from '@atrium/kit/cut-text.ts';
import { toFieldErrors } from '@atrium/kit/http/validation.ts';
import { type FieldError, fieldError } from '@atrium/kit/problem.ts';
import { formats, readInstant } from '@atrium/questions/instant.ts';
import { Compile } from 'typebox/compile';
import Format from 'typebox/format';
import { pathOf } from '../store/attribute-path.ts';
import { type EventRow, shapeOf } from './event-row.ts';
import { AnalyticsEvent, mostAttributes, mostMembers } from './schemas.ts';

/** The range of the store's time columns (DateTime64), and how far ahead a sender's clock may be. */
const [earliestMs, aheadMs] = [Date.UTC(1900, 0, 1), 86_400_000];

Format.Set('instant', formats.instant);
const schema = Compile(AnalyticsEvent);

/** Returns the row of something that should be an event, or what is wrong with it by field. */
export function readEvent(value: unknown, receivedMs: number): EventRow | FieldError[] {
  if (!schema.Check(value)) return errorsOf(value);
  const event = value as AnalyticsEvent;
  const occurredMs = event.occurredAt ? readInstant(event.occurredAt) : undefined;
  if (occurredMs !== undefined && occurredMs > receivedMs + aheadMs)
    return [fieldError('occurredAt', 'TOO_LARGE', 'must be at most 24 hours ahead')];
  if (occurredMs !== undefined && occurredMs < earliestMs)
    return [fieldError('occurredAt', 'TOO_SMALL', 'must not be before 1900')];
  return toRow(event, occurredMs ?? receivedMs, receivedMs);
}

/** Returns what is wrong with an event. What holds too much is looked at no further. */
function errorsOf(value: unknown): FieldError[] {
  const { attributes } = (value ?? {}) as { attributes?: unknown };
  if (membersOf(value) > mostMembers) return [tooMany('event', mostMembers)];
  if (membersOf(attributes) > mostAttributes) return [tooMany('attributes', mostAttributes)];
  const errors = toFieldErrors(schema.Errors(value).flatMap(asAjvReports));
  return errors.map((error) => ({ ...error, field: cutText(error.field, longestField) }));
}

const longestField = 200;

function membersOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function tooMany(field: string, most: number): FieldError {
  return fieldError(field, 'TOO_MANY', `must not have more than ${most} members`);
}

type Found = ReturnType<typeof schema.Errors>[number];

type Reported = Parameters<typeof toFieldErrors>[0][number];

/** Returns an error of TypeBox in the form of Ajv's, which checks all other requests. */
function asAjvReports(found: Found): Reported[] {
  const { params, schemaPath, instancePath } = found;
  if ('requiredProperties' in params)
    return params.requiredProperties.map((missingProperty) => ({
      ...found,
      params: { missingProperty },
    }));
  // Ajv blames a key on the object that has it.
  const isKey = schemaPath.endsWith('/propertyNames');
  const path = isKey ? instancePath.slice(0, instancePath.lastIndexOf('/')) : instancePath;
  return [{ ...found, instancePath: path }];
}

/** Returns the row of a checked event: defaults filled in, attribute values as text. */
function toRow(event: AnalyticsEvent, occurredMs: number, receivedMs: number): EventRow {
  const tenantId = event.tenantId.toLowerCase();
  const eventId = event.eventId?.toLowerCase() ?? crypto.randomUUID();
  const attribute = byPath(event.attributes);
  const line = JSON.stringify([
    tenantId,
    event.eventType,
    storeTime(occurredMs),
    eventId,
    storeTime(receivedMs),
    event.actorType ?? '',
    event.actorId ?? '',
    event.entityType ?? '',
    event.entityId ?? '',
    event.schemaVersion ?? 1,
    attribute,
  ]);
  const shape = shapeOf(tenantId, event.eventType, attribute);
  return { tenantId, eventId, shape, line };
}

/** Returns attribute values as text, by their paths in the store. */
function byPath(attributes: AnalyticsEvent['attributes']): Record<string, string> {
  const attribute: Record<string, string> = {};
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== null) attribute[pathOf(key)] = String(value);
  }
  return attribute;
}

/** Returns a time in UTC in the form that the engine reads fastest: `2026-03-01 09:30:00.000`. */
function storeTime(ms: number): string {
  const text = new Date(ms).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 23)}`;
}
