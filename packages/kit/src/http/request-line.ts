import type { IncomingMessage } from 'node:http';

/**
 * Returns the path that a request asks for. A line with a whole address names the host too, which counts
 * instead of the Host header (RFC 9112, section 3.2.2), for whatever looks at the host. One whose
 * authority is no host names an empty one, and HTTP/1.1 needs the header all the same.
 */
export function pathOfRequestLine(request: IncomingMessage): string {
  const { url = '', headers, httpVersion } = request;
  const [, authority, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (authority === undefined) return url;
  const lacksHost = headers.host === undefined && httpVersion === '1.1';
  if (!lacksHost) headers.host = /^[^\s@]+$/.test(authority) ? authority : '';
  return path.startsWith('/') ? path : `/${path}`;
}
