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
