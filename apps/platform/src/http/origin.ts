import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the origin that addresses in an answer name: PUBLIC_URL, or without one this machine by
 * the loopback name that the request came to. No other Host header gets into an answer.
 */
export function originOf(request: FastifyRequest, { publicUrl, port }: Config): string {
  if (publicUrl) return publicUrl;
  const { hostname = '' } = URL.parse(`http://${request.headers.host}`) ?? {};
  const name = loopbackNames.includes(hostname) ? hostname : 'localhost';
  return `http://${name}:${request.socket.localPort || port}`;
}
