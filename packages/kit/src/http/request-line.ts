import type { IncomingMessage } from 'node:http';
import { isHost } from './host-header.ts';

/**
 * Returns the path that a request asks for. A line with a whole address names the host too, which counts
 * instead of the Host header (RFC 9112, section 3.2.2), for whatever looks at the host. One whose
 * authority is no host, or of another scheme, names an empty one, and HTTP/1.1 needs the header all the
 * same.
 */
export function pathOfRequestLine(request: IncomingMessage): string {
  const { url = '', headers, httpVersion } = request;
  const [, scheme = '', authority, path = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (authority === undefined) return url;
  const lacksHost = headers.host === undefined && httpVersion === '1.1';
  if (!lacksHost) headers.host = /^https?$/i.test(scheme) && isHost(authority) ? authority : '';
  return path.startsWith('/') ? path : `/${path}`;
}
