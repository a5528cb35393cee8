/**
 * Tells whether a header of entity tags (If-Match, If-None-Match: RFC 9110, section 13.1) names a tag, or any
 * by `*`. What a client received it may send back: proxies that pack an answer make its tag weak (nginx) or
 * add the name of the coding to it (Caddy, Apache), so a tag is the same in each of these forms.
 */
export function namesTag(header: string, etag: string): boolean {
  const wanted = plainTag(etag);
  return listTags(header).some((tag) => tag === '*' || plainTag(tag) === wanted);
}

/** Returns the tags of a header; a comma within quotes is a part of a tag. */
export function listTags(header: string): string[] {
  return (header.match(/(?:W\/)?"[^"]*"(?:[-;]\w+)?|[^\s,]+/gi) ?? []).map((tag) => tag.trim());
}

/** Returns what is within a tag as it was given out. */
export function plainTag(tag: string): string {
  return tag
    .replace(/^W\//i, '')
    .replace(/^"?(.*?)"?$/s, '$1')
    .replace(/(?:[-;]|"[-;])(?:x-)?(?:gzip|br|zstd|deflate)"?$/i, '');
}
