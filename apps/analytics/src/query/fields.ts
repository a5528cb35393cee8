import { attributeKeyOf, type FixedFieldName } from '@atrium/questions/field-names.ts';
import { pathOf } from '../store/attribute-path.ts';

/** The kind of a field's values: how they compare, and what they may be aggregated with. */
type FieldKind = 'text' | 'uuid' | 'time' | 'number' | 'attribute';

/** Something that events can be filtered, grouped and aggregated by. */
export type Field = {
  readonly name: string;
  readonly kind: FieldKind;
  /** SQL of the value; null where the event has none. */
  readonly sql: string;
};

const fixedFields: readonly (Field & { name: FixedFieldName })[] = [
  { name: 'eventType', kind: 'text', sql: 'event_type' },
  { name: 'tenantId', kind: 'uuid', sql: 'toString(tenant_id)' },
  { name: 'eventId', kind: 'uuid', sql: 'toString(event_id)' },
  { name: 'occurredAt', kind: 'time', sql: 'occurred_at' },
  { name: 'receivedAt', kind: 'time', sql: 'received_at' },
  { name: 'actorType', kind: 'text', sql: "nullIf(actor_type, '')" },
  { name: 'actorId', kind: 'text', sql: "nullIf(actor_id, '')" },
  { name: 'entityType', kind: 'text', sql: "nullIf(entity_type, '')" },
  { name: 'entityId', kind: 'text', sql: "nullIf(entity_id, '')" },
  { name: 'schemaVersion', kind: 'number', sql: 'schema_version' },
];

/**
 * Returns the field of a name: a fixed one, or else an attribute by its path of hexadecimal digits,
 * read from a column of its own where it has one.
 */
export function fieldOf(name: string, attributeColumns: ReadonlySet<string>): Field {
  const fixed = fixedFields.find((field) => field.name === name);
  if (fixed) return fixed;
  const path = pathOf(attributeKeyOf(name)?.key ?? name);
  const sql = attributeColumns.has(path) ? path : `attribute.${path}.:String`;
  return { name, kind: 'attribute', sql };
}

/** Returns SQL of a field's value as a number; null where it is none. */
export function numberOf(field: Field): string {
  if (field.kind === 'number') return field.sql;
  const number = `toFloat64OrNull(${field.sql})`;
  return `if(isFinite(${number}), ${number}, null)`;
}

/** Returns SQL of a field's value as a time; null where it is no ISO 8601 date-time. */
export function timeOf(field: Field): string {
  if (field.kind === 'time') return field.sql;
  const time = `parseDateTime64BestEffortOrNull(${field.sql}, 3, 'UTC')`;
  // The engine takes hour 24 for the next day; here it is no time.
  return `if(match(${field.sql}, '^\\\\d{4}-\\\\d{2}-\\\\d{2}T([01]\\\\d|2[0-3])'), ${time}, null)`;
}

/** Returns whether text is a number as the engine reads it: decimal, finite, nothing around it. */
export function isNumeric(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}
