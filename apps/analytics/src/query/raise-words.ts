type Words = { granularity?: unknown; filters?: unknown; aggregations?: unknown };

/** Raises the fixed words of a request to capitals, since callers may write them in any case. */
export function raiseWords(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const request = body as Words;
  raise(request, 'granularity');
  for (const filter of listOf(request.filters)) raise(filter, 'op');
  for (const aggregation of listOf(request.aggregations)) raise(aggregation, 'function');
}

function raise(holder: object, key: string): void {
  const value = (holder as Record<string, unknown>)[key];
  if (typeof value === 'string') Object.assign(holder, { [key]: value.toUpperCase() });
}

function listOf(value: unknown): object[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item): item is object => typeof item === 'object' && item !== null);
}
