import { Problem } from '../problems.ts';

/** Throws PRECONDITION_FAILED when the record is at another version than the request expects. */
export type IfMatch = (version: number) => void;

/** Returns the ETag of a record's version. */
export const etagOf = (version: number) => `"${version}"`;

/**
 * Reads an If-Match header (RFC 9110, 13.1.1): absent or `*` matches any version; a weak tag, or
 * one that was never given out, matches none.
 */
export function readIfMatch(header: string | undefined): IfMatch {
  const tags = header?.split(',').map((tag) => tag.trim());
  return (version) => {
    if (!tags || tags.includes('*') || tags.includes(etagOf(version))) return;
    throw new Problem('PRECONDITION_FAILED');
  };
}
