/**
 * Divides contacts that share something into groups in which no two are no pair. Each is as large as it can
 * be, and whoever are a pair are together in one at least, of the first `most` groups.
 */
export function divideGroup(
  contactUuids: readonly string[],
  noPairs: readonly (readonly [string, string])[],
  most: number,
): string[][] {
  if (noPairs.length === 0) return contactUuids.length > 1 ? [[...contactUuids]] : [];
  const apart = new Map<string, Set<string>>();
  for (const [one, other] of noPairs) {
    apart.set(one, (apart.get(one) ?? new Set()).add(other));
    apart.set(other, (apart.get(other) ?? new Set()).add(one));
  }
  const divided = contactUuids.filter((uuid) => apart.has(uuid));
  const together = new Map(divided.map((uuid) => [uuid, new Set<string>()]));
  const groups: string[][] = [];

  /** Adds the group of these and of all who are a pair with each in it. */
  function add(seeds: readonly string[]): void {
    const kept = new Set(seeds);
    for (const uuid of divided) {
      const strangers = apart.get(uuid);
      if (![...kept].some((each) => strangers?.has(each))) kept.add(uuid);
    }
    for (const one of kept) for (const other of kept) together.get(one)?.add(other);
    const group = contactUuids.filter((uuid) => kept.has(uuid) || !apart.has(uuid));
    if (group.length > 1) groups.push(group);
  }

  for (const [at, one] of divided.entries()) {
    const met = together.get(one);
    for (const other of divided.slice(at + 1)) {
      if (groups.length >= most) return groups;
      if (!met?.has(other) && !apart.get(one)?.has(other)) add([one, other]);
    }
    if (met?.size === 0 && groups.length < most) add([one]);
  }
  return groups;
}
