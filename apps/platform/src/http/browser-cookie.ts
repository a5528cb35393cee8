import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPlainLoopback } from './own-hosts.ts';

const lifetimeSeconds = 600;
const wellFormed = /^[\w-]{43}$/;

/**
 * Makes the cookie that binds what is begun elsewhere to the browser that began it. Its prefix makes
 * browsers refuse it over http, so on this machine it goes without.
 */
export function createBrowserCookie(name: string) {
  const nameAt = (origin: string) => (isPlainLoopback(origin) ? name : `__Host-${name}`);

  /** Returns this browser's cookie at one of the platform's own origins, if it has one. */
  function read(request: FastifyRequest, origin: string): string | undefined {
    const value = request.cookies[nameAt(origin)];
    return value !== undefined && wellFormed.test(value) ? value : undefined;
  }

  /**
   * Returns the cookie that stands for this browser. A browser that has one keeps it, so that what was
   * begun before a reload, or in another tab, can still be finished.
   */
  function of(request: FastifyRequest, origin: string): string {
    return read(request, origin) ?? randomBytes(32).toString('base64url');
  }

  /** Sends this browser its cookie, to come back with the answer. */
  function send(reply: FastifyReply, origin: string, value: string): void {
    reply.setCookie(nameAt(origin), value, {
      path: '/',
      httpOnly: true,
      secure: !isPlainLoopback(origin),
      sameSite: 'lax',
      maxAge: lifetimeSeconds,
    });
  }

  return { of, send, read };
}
