/**
 * Returns the path under which the store keeps the attribute of a key: `k` and the key's bytes in
 * hexadecimal, so that whatever a caller writes it is a plain name in a statement.
 */
export function pathOf(key: string): string {
  const known = paths.get(key);
  if (known) return known;
  const path = `k${Buffer.from(key, 'utf8').toString('hex')}`;
  if (paths.size >= rememberedPaths) paths.clear();
  paths.set(key, path);
  return path;
}

// Most events have the same few keys.
const paths = new Map<string, string>();
const rememberedPaths = 10_000;

/** Returns the key of a path. */
export function keyOfPath(path: string): string {
  return Buffer.from(path.slice(1), 'hex').toString('utf8');
}

/** Returns attributes by their keys, from those by their paths. */
export function byKey(attribute: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attribute).map(([path, value]) => [keyOfPath(path), value]),
  );
}
