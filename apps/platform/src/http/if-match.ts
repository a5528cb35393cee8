import { Problem } from '../problems.ts';
import { namesTag } from './entity-tags.ts';

/** Throws PRECONDITION_FAILED when the record is at another version than the request expects. */
export type IfMatch = (version: number) => void;

/** Returns the ETag of a record's version. */
export const etagOf = (version: number) => `"${version}"`;

/**
 * Reads an If-Match header (RFC 9110, section 13.1.1): absent or `*` matches any version; a tag that was
 * never given out matches none. A tag that a proxy changed on its way out is ours all the same.
 */
export function readIfMatch(header: string | undefined): IfMatch {
  return (version) => {
    if (header === undefined || namesTag(header, etagOf(version))) return;
    throw new Problem('PRECONDITION_FAILED');
  };
}
