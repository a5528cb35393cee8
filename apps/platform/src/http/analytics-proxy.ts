import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Caller, roles } from '@atrium/kit/auth/caller.ts';
import { KitProblem } from '@atrium/kit/problem.ts';
import type { Server } from '@atrium/kit/server.ts';
import { inSpan } from '@atrium/kit/tracing/spans.ts';
import { traceHeaders } from '@atrium/kit/tracing/trace-context.ts';
import type { FastifyRequest } from 'fastify';
import { type Dispatcher, Pool } from 'undici';
import type { Db } from '../database/db.ts';
import { createSessionChecks } from './session-checks.ts';
import { principalOf } from './transactions.ts';

// A body up to this is read before it is passed on: that costs a third of passing on a stream.
const wholeBytes = 262_144;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Part = { content: Uint8Array; rowCount: number };

type Options = {
  db: Db;
  analyticsUrl: string;
  /** Returns what a person's own token becomes on the way to analytics. */
  issueForToken: (caller: Caller) => Promise<string>;
  /** Returns an export as a stream that is recorded. */
  recordedExport: (
    request: FastifyRequest,
    exported: { list: string; format: 'ndjson' },
    parts: AsyncIterable<Part>,
  ) => Promise<Readable>;
};

/**
 * Forwards /api/analytics/* to the analytics service, so that one port serves everything. The
 * bearer is checked here too, against the session: a revoked one is refused. What is read back of
 * the tenant's events is recorded as an export.
 */
export async function analyticsProxy(
  app: Server,
  { db, analyticsUrl, recordedExport, issueForToken }: Options,
): Promise<void> {
  const check = createSessionChecks(db);
  const { origin } = new URL(analyticsUrl);
  const pool = new Pool(origin, { connections: 256, headersTimeout: 65_000, bodyTimeout: 120_000 });
  app.addHook('onClose', () => pool.destroy());

  // Bodies are passed on as they are, whatever they hold.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) =>
      lengthOf(request.headers) <= wholeBytes ? Buffer.concat(await payload.toArray()) : payload,
    );
    scope.route({
      method: [...methods],
      url: '/api/analytics/*',
      config: {
        roles,
        // Analytics sees to scopes.
        takesPrograms: true,
        rateLimit: false,
        heavy: asksForEvents,
        keepsBody: true,
      },
      schema: { hide: true },
      handler: async (request, reply) => {
        await check(principalOf(request));
        await request.noteEntry();
        const bearer = request.caller.isToken
          ? { authorization: `Bearer ${await issueForToken(request.caller)}` }
          : {};
        const gone = new AbortController();
        // An abort costs as much as a small request, so only who has gone away sets one off.
        reply.raw.once('close', () => reply.raw.writableFinished || gone.abort());
        const forward = () =>
          pool.request({
            path: request.url,
            method: request.method as Dispatcher.HttpMethod,
            headers: Object.assign(passedForth(request.headers), ownHeaders(request), bearer),
            body: (request.body as Readable | Buffer | undefined) ?? null,
            signal: gone.signal,
          });
        const answer = await inSpan(
          { name: 'forward to analytics', kind: 'CLIENT' },
          forward,
        ).catch(unreachable);
        reply.code(answer.statusCode).headers(passedBack(answer.headers));
        if (isExport(request, answer)) {
          const exported = { list: 'analytics-events', format: 'ndjson' } as const;
          return reply.send(await recordedExport(request, exported, countLines(answer.body)));
        }
        if (!(lengthOf(answer.headers) <= wholeBytes)) return reply.send(answer.body);
        const whole = await answer.body.bytes().catch(unreachable);
        return reply.send(
          whole.length > 0 ? Buffer.from(whole.buffer, whole.byteOffset, whole.length) : undefined,
        );
      },
    });
  });
}

/** Returns whether a request asks for all events of the tenant. */
const asksForEvents = ({ method, url }: FastifyRequest) =>
  method === 'GET' && /^\/api\/analytics\/events\/?(\?|$)/.test(url);

/** Returns the length that a message states for its body; NaN when it states none. */
function lengthOf(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? Number.NaN);
}

/** Returns whether an answer hands out the tenant's events. */
function isExport(request: FastifyRequest, { statusCode, headers }: Dispatcher.ResponseData) {
  const type = String(headers['content-type'] ?? '');
  return request.method === 'GET' && statusCode === 200 && type.startsWith('application/x-ndjson');
}

const lineFeed = 10;

async function* countLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  for await (const content of body) {
    let rowCount = 0;
    for (let at = content.indexOf(lineFeed); at >= 0; at = content.indexOf(lineFeed, at + 1)) {
      rowCount += 1;
    }
    yield { content, rowCount };
  }
}

/** Headers that speak of one connection only (RFC 9110, section 7.6.1), or are made anew. */
const ofConnection = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a request that analytics reads, and no more: cookies are the platform's alone. */
const forth = /^(authorization|traceparent|tracestate|user-agent|x-.*|content-.*|accept.*|if-.*)$/;

const passedForth = (headers: IncomingHttpHeaders) => passedOn(headers, (name) => forth.test(name));

const passedBack = (headers: IncomingHttpHeaders) =>
  passedOn(headers, (name) => !name.startsWith('set-cookie'));

/**
 * Returns the headers that go on with a message from one connection to the other: those of the kind
 * that is told, but for the ones that its `Connection` nominates.
 */
function passedOn(headers: IncomingHttpHeaders, isPassed: (name: string) => boolean) {
  const nominated = new Set(
    headers.connection?.split(',').map((name) => name.trim().toLowerCase()),
  );
  const passed: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || ofConnection.has(name) || nominated.has(name)) continue;
    if (isPassed(name)) passed[name] = value;
  }
  return passed;
}

const ownHeaders = ({ id }: FastifyRequest) => ({ 'x-request-id': id, ...traceHeaders() });

function unreachable(cause: unknown): never {
  const options = { cause, headers: { 'retry-after': '2' } };
  throw new KitProblem('UNAVAILABLE', 'Analytics cannot be reached', options);
}
