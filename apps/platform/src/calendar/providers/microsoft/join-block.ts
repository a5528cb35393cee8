import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';

/**
 * The block with which Teams says how to join stands at the end of an event's body, after a line of
 * underscores. An update of the body without it ends the online meeting
 * (https://learn.microsoft.com/graph/api/event-update), so that it is kept as it is.
 */
const line = /_{20,}/;
const block = /<(?:div|p|br|hr|table)\b/gi;

/** Returns the text that stands above the join block. */
export function withoutJoinBlock(text: string): string {
  const at = text.search(line);
  return at < 0 ? text : text.slice(0, at).trimEnd();
}

/** Returns a body in HTML with another text above the join block of the body so far. */
export function withJoinBlock(text: string, html: string, joinUrl: string): string {
  const shown = escapeHtml(text).replace(/\r?\n/g, '<br>\r\n');
  return `<html><body>\r\n<div>${shown}</div>\r\n${joinBlockOf(html, joinUrl)}</body></html>`;
}

function joinBlockOf(html: string, joinUrl: string): string {
  const marked = html.search(line);
  const at = marked < 0 ? html.indexOf(joinUrl) : marked;
  if (at < 0) return '';
  const starts = [...html.slice(0, at).matchAll(block)];
  const from = starts.at(-1)?.index ?? at;
  return html.slice(from).replace(/<\/body>[\s\S]*$/i, '');
}
