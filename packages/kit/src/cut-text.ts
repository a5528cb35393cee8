const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Returns the beginning of a text, at most so many UTF-16 units long, cut where a reader sees the end of
 * a sign (Unicode, UAX 29). Of a sign that is longer by itself only whole code points stay.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Where a sign begins depends on what is before it only; what comes far behind does not matter.
  const near = text.slice(0, most + 2);
  const at = clusters.segment(near).containing(most)?.index ?? 0;
  if (at > 0) return near.slice(0, at);
  return near.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
