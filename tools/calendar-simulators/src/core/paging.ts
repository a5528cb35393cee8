import type { Faults } from './faults.ts';

type Asked = { operation: string | undefined; account: string; offset: number; size: number };

/**
 * Cuts a page out of a listing, and says where the next one begins; undefined after the last one. A page may
 * be shorter than was asked for, as with both providers.
 */
export function cutPage<T>(faults: Faults, entries: readonly T[], asked: Asked) {
  const { operation, account, offset, size } = asked;
  const where = { operation, account };
  const short = faults.strike('short-page', where);
  const end = offset + (short ? Math.min(short.items ?? 0, size) : size);
  const isWedged = faults.strike('endless-paging', where) !== undefined;
  const next = isWedged ? offset : end;
  return {
    shown: entries.slice(offset, end),
    next: isWedged || next < entries.length ? next : undefined,
  };
}
