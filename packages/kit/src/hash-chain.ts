import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The hash before the first record of a chain. */
export const beginning = '0'.repeat(64);

/**
 * Returns the hash of a record that follows another in a chain: SHA-256, in lower-case hexadecimal
 * digits, over the hash before it, a line feed and the record as canonical JSON (RFC 8785).
 */
export function nextHash(previous: string, record: object): string {
  return createHash('sha256')
    .update(`${previous}\n${canonicalize(record)}`)
    .digest('hex');
}

/** Returns a value as canonical JSON (RFC 8785). */
export const canonicalJson = (value: unknown): string => String(canonicalize(value));

/** A changed field with its values as texts; both null of one that is too long to be kept. */
type Change = { field: string; before: string | null; after: string | null };

/**
 * Returns the hash by which an event covers what it changed: SHA-256, in lower-case hexadecimal digits,
 * over a salt, a line feed and the changes, sorted by field, as canonical JSON (RFC 8785).
 */
export function changesHash(salt: string, changes: readonly Change[]): string {
  const covered = changes
    .map(({ field, before, after }) => ({ field, before, after }))
    .toSorted((one, other) => (one.field < other.field ? -1 : 1));
  return nextHash(salt, covered);
}
