import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPlainLoopback } from '../../http/own-hosts.ts';

const lifetimeSeconds = 600;
const wellFormed = /^[\w-]{43}$/;

/**
 * Returns the cookie that stands for this browser. A browser that has one keeps it, so that a consent
 * begun before a reload, or in another tab, can still be finished.
 */
export function consentCookieOf(request: FastifyRequest, origin: string): string {
  return readConsentCookie(request, origin) ?? randomBytes(32).toString('base64url');
}

/** Sends this browser its cookie, to come back with the answers to a consent. */
export function sendConsentCookie(reply: FastifyReply, origin: string, value: string): void {
  reply.setCookie(cookieName(origin), value, {
    path: '/',
    httpOnly: true,
    secure: !isPlainLoopback(origin),
    sameSite: 'lax',
    maxAge: lifetimeSeconds,
  });
}

/** Returns this browser's cookie at one of the platform's own origins, if it has one. */
export function readConsentCookie(request: FastifyRequest, origin: string): string | undefined {
  const value = request.cookies[cookieName(origin)];
  return value !== undefined && wellFormed.test(value) ? value : undefined;
}

/** Returns the cookie's name: its prefix makes browsers refuse it over http, so here it goes without. */
const cookieName = (origin: string) =>
  isPlainLoopback(origin) ? 'calendar-consent' : '__Host-calendar-consent';
