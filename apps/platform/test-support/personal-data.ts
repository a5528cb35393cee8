export type RecordedEvent = { eventType: string; attributes: Record<string, unknown> };

// An attribute may be an identifier, a count, a fixed word.
const allowed = [
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{1,6}$/,
  /^[A-Z][A-Z0-9_]{0,63}$/,
  /^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/,
];

// Names of fields, with commas between them.
const fieldNames = /^([a-z][A-Za-z0-9]*(,[a-z][A-Za-z0-9]*)*)?$/;

// Names of attributes that could only hold what must not be in an event, unless it counts them.
const telling = /mail|phone|name|address|birth|document|password|token|url|title|note/i;

/**
 * Attributes that look like personal data, as `contact.created firstName=Elena`: whatever is
 * neither a UUID nor a number nor a word in one case, and whatever is called like a person's data.
 */
export function personalDataIn(events: readonly RecordedEvent[]): string[] {
  const found = events.flatMap(({ eventType, attributes }) =>
    Object.entries(attributes)
      .filter(([key, value]) => {
        const text = String(value);
        if (key === 'changesHash') return !/^[0-9a-f]{64}$/.test(text);
        if (key === 'changedFields') return !fieldNames.test(text);
        // The name of a stage is a word of the firm's list.
        if (key === 'stageName' || key === 'fromStageName') return false;
        const isCount = /^\d{1,6}$|^(true|false)$/.test(text);
        return !allowed.some((form) => form.test(text)) || (telling.test(key) && !isCount);
      })
      .map(([key, value]) => `${eventType} ${key}=${String(value)}`),
  );
  return [...new Set(found)];
}
