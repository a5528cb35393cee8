type Words = { granularity?: unknown; filters?: unknown; aggregations?: unknown };

const optional = ['granularity', 'timezone', 'filters', 'groupBy', 'sort', 'limit', 'fillEmpty'];

/**
 * Writes the fixed words of a request in capitals, since callers may write them in any case, and
 * leaves out what is null, since some write that for what they do not state.
 */
export function upperCaseWords(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const request = body as Words & Record<string, unknown>;
  for (const name of optional) if (request[name] === null) delete request[name];
  upperCase(request, 'granularity');
  for (const filter of listOf(request.filters)) upperCase(filter, 'op');
  for (const aggregation of listOf(request.aggregations)) upperCase(aggregation, 'function');
}

function upperCase(holder: object, key: string): void {
  const value = (holder as Record<string, unknown>)[key];
  if (typeof value === 'string') Object.assign(holder, { [key]: value.toUpperCase() });
}

function listOf(value: unknown): object[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item): item is object => typeof item === 'object' && item !== null);
}
