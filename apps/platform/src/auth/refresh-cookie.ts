import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPlainLoopback } from '../http/own-hosts.ts';
import { Problem } from '../problems.ts';
import type { TokensAnswer } from './schemas.ts';

/**
 * Returns the cookie's name. Browsers refuse the prefix over http, so on this machine there is
 * none.
 */
const cookieName = (origin: string) => (isPlainLoopback(origin) ? 'refresh' : '__Host-refresh');

/**
 * Returns the refresh token that a browser sent as a cookie, if it sent one. A cookie comes along
 * unasked, so it counts only when the request comes from a page of the host that it asks, and is
 * otherwise ORIGIN_REFUSED. A program with a bearer, which states no origin, does without its cookie.
 */
export async function readRefreshCookie(
  request: FastifyRequest,
  { hasBearer = false } = {},
): Promise<string | undefined> {
  const hostOrigin = await request.hostOrigin();
  const token = request.cookies[cookieName(hostOrigin)];
  if (!token) return undefined;
  const { origin } = request.headers;
  if (origin === undefined && hasBearer) return undefined;
  if (origin?.toLowerCase() !== hostOrigin) throw new Problem('ORIGIN_REFUSED');
  return token;
}

/** Answers tokens to a browser, the refresh token as a cookie that no script can read. */
export async function answerWithCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { refreshToken, ...tokens }: TokensAnswer,
  days: number,
): Promise<TokensAnswer> {
  const origin = await request.hostOrigin();
  const maxAge = days * 86_400;
  reply.setCookie(cookieName(origin), refreshToken ?? '', { ...attributesAt(origin), maxAge });
  return tokens;
}

/** Takes the refresh token out of the browser. */
export async function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply) {
  const origin = await request.hostOrigin();
  reply.clearCookie(cookieName(origin), attributesAt(origin));
}

const attributesAt = (origin: string) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: !isPlainLoopback(origin),
  }) as const;
