/** The fields that every event has; any other name is an attribute's. */
export const fixedFieldNames = [
  'eventType',
  'tenantId',
  'eventId',
  'occurredAt',
  'receivedAt',
  'actorType',
  'actorId',
  'entityType',
  'entityId',
  'schemaVersion',
] as const;
export type FixedFieldName = (typeof fixedFieldNames)[number];

/** Returns whether a field that every event has holds numbers. */
export const isNumberField = (name: string): boolean => name === 'schemaVersion';

const attributePrefix = 'attributes.';

/** Returns the attribute that a name stands for, when it is none of the fixed fields. */
export function attributeKeyOf(name: string): { key: string; bare: boolean } | undefined {
  if (fixedFieldNames.some((fixed) => fixed === name)) return undefined;
  if (name.startsWith(attributePrefix) && name.length > attributePrefix.length)
    return { key: name.slice(attributePrefix.length), bare: false };
  return { key: name, bare: true };
}
