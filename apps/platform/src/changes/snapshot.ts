/** A snapshot of the database, by which it is known what somebody was told: `xmin:xmax:xip` of PostgreSQL. */
export type Snapshot = { text: string; min: bigint; max: bigint; open: ReadonlySet<bigint> };

const shape = /^([1-9]\d{0,17}):([1-9]\d{0,17}):(\d{1,18}(?:,\d{1,18})*)?$/;

/** Returns the snapshot of a text, as PostgreSQL takes it; undefined for any other text. */
export function readSnapshot(text: string): Snapshot | undefined {
  const [, from, to, between] = shape.exec(text) ?? [];
  if (!from || !to) return undefined;
  const [min, max] = [BigInt(from), BigInt(to)];
  const open = between ? between.split(',').map(BigInt) : [];
  const isRising = [min - 1n, ...open].every(
    (each, at, all) => at === 0 || each > (all[at - 1] ?? 0n),
  );
  if (min > max || !isRising || open.some((each) => each >= max)) return undefined;
  return { text, min, max, open: new Set(open) };
}

/** Returns whether what a transaction did was to be seen at a snapshot, if it committed. */
export function isVisibleIn({ min, max, open }: Snapshot, transaction: bigint): boolean {
  return transaction < min || (transaction < max && !open.has(transaction));
}

/** Returns whether a snapshot was taken before another one, or sees the same. */
export function isOlder(a: Snapshot, b: Snapshot): boolean {
  return a.max < b.max || (a.max === b.max && (a.min < b.min || a.open.size > b.open.size));
}
