import { formats } from '../instant.ts';
import { type AnalyticsEvent, eventTypePattern } from './schemas.ts';

/**
 * Whether something is surely what the schema of an event accepts. Of anything else the schema's
 * validator decides, which names what is wrong and takes three times as long.
 */
export function isUsualEvent(value: unknown): value is AnalyticsEvent {
  if (typeof value !== 'object' || value === null) return false;
  const event = value as Record<string, unknown>;
  return (
    isEventType(event.eventType) &&
    isTenant(event.tenantId) &&
    (event.eventId == null || isOf(formats.uuid, event.eventId)) &&
    (event.occurredAt == null || isOf(formats.instant, event.occurredAt)) &&
    isShort(event.actorType, 64) &&
    isShort(event.actorId, 128) &&
    isShort(event.entityType, 64) &&
    isShort(event.entityId, 128) &&
    isVersion(event.schemaVersion) &&
    (event.attributes == null || areAttributes(event.attributes))
  );
}

const isOf = (format: (text: string) => boolean, value: unknown) =>
  typeof value === 'string' && format(value);

// Senders have few types, and send many events of a tenant in a row.
const types = new Set<string>();
const [pattern, rememberedTypes] = [new RegExp(eventTypePattern), 10_000];
let lastTenant = '';

function isEventType(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (types.has(value)) return true;
  if (value.length > 128 || !pattern.test(value)) return false;
  if (types.size >= rememberedTypes) types.clear();
  types.add(value);
  return true;
}

function isTenant(value: unknown): boolean {
  if (value === lastTenant) return true;
  if (typeof value !== 'string' || !formats.uuid(value)) return false;
  lastTenant = value;
  return true;
}

/** In code units, of which text has no fewer than characters. */
function isShort(value: unknown, most: number): boolean {
  return value == null || (typeof value === 'string' && value.length > 0 && value.length <= most);
}

function isVersion(value: unknown): boolean {
  return (
    value == null || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 2 ** 31 - 1)
  );
}

function areAttributes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  if (keys.length > 50) return false;
  for (const key of keys) {
    const each = (value as Record<string, unknown>)[key];
    const isScalar = each === null || typeof each === 'number' || typeof each === 'boolean';
    if (key.length === 0 || key.length > 64) return false;
    if (!isScalar && !(typeof each === 'string' && each.length <= 1024)) return false;
  }
  return true;
}
