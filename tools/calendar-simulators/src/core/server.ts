import { setTimeout as sleep } from 'node:timers/promises';
import { pageStyles } from '@atrium/kit/pages/send-page.ts';
import formbody from '@fastify/formbody';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import type { Calendar } from './calendar.ts';
import type { Fault } from './faults.ts';
import type { Provider } from './provider.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Says what faults and the request log call this route. */
    operation?: string;
    /** Routes that need an access token with one of these scopes, by their last part. */
    scope?: readonly string[];
  }
  interface FastifyRequest {
    account: string | undefined;
  }
}

type Wording = {
  /** The provider's refusal for an HTTP status. */
  refusal(status: number, fault?: Fault): Refusal;
  /** The provider's body for a refusal. */
  body(refusal: Refusal): unknown;
  /** Says what is answered to a path that the provider does not have. */
  unknownRoute: { status: number; type: string; text: string };
};

/** A server that authenticates, strikes with the faults that are armed, and words its errors. */
export function createServer(provider: Provider, wording: Wording): FastifyInstance {
  const app = fastify({
    routerOptions: { maxParamLength: 2_048 },
    bodyLimit: 4_194_304,
    forceCloseConnections: true,
    keepAliveTimeout: 30_000,
  });
  void app.register(formbody);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch {
      done(wording.refusal(400));
    }
  });
  void app.register(pageStyles);
  app.decorateRequest('account', undefined);

  // A page elsewhere whose name was led to this machine (DNS rebinding) must not read calendars.
  app.addHook('onRequest', async ({ headers, socket }) => {
    const own = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
    if (!own.includes(headers.host ?? '')) throw wording.refusal(403);
  });
  app.addHook('preHandler', async (request) => {
    const { operation, scope } = request.routeOptions.config;
    if (!operation) return;
    if (scope) request.account = authenticate(provider, request, wording, scope);
    const where = { operation, account: request.account };
    const slow = provider.faults.strike('slow-before', where);
    if (slow) await sleep(slow.delayMs ?? 1_000);
    const limited = provider.faults.strike('rate-limit', where);
    if (limited) throw wording.refusal(limited.status ?? 429, limited);
    const failed = provider.faults.strike('fail-before', where);
    if (failed) throw wording.refusal(failed.status ?? 503, failed);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config;
    if (!operation || reply.statusCode >= 400) return payload;
    const where = { operation, account: request.account };
    const slow = provider.faults.strike('slow-after', where);
    if (slow) await sleep(slow.delayMs ?? 1_000);
    if (provider.faults.strike('hang-up-after', where)) request.raw.socket.destroy();
    const failed = provider.faults.strike('fail-after', where);
    if (!failed) return payload;
    const refusal = wording.refusal(failed.status ?? 503, failed);
    reply.code(refusal.status).header('content-type', 'application/json; charset=utf-8');
    return JSON.stringify(wording.body(refusal));
  });

  // A provider's answers tell its own time, to the second as HTTP has it.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('date', new Date(provider.clock.now()).toUTCString());
  });

  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    if (!operation) return;
    provider.requests.push({ operation, account: request.account, status: reply.statusCode });
    if (provider.requests.length > 10_000) provider.requests.shift();
  });

  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof Refusal ? error : wording.refusal(statusOf(error));
    return reply.code(refusal.status).headers(refusal.headers).send(wording.body(refusal));
  });
  const { status, type, text } = wording.unknownRoute;
  app.setNotFoundHandler((_request, reply) => reply.code(status).type(type).send(text));
  return app;
}

/** The calendar of the account whose token came with the request. */
export function calendarFor(provider: Provider, request: FastifyRequest): Calendar {
  return provider.calendarOf(request.account ?? '');
}

function authenticate(
  provider: Provider,
  request: FastifyRequest,
  wording: Wording,
  scope: readonly string[],
): string {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const grant = provider.grants.ofAccess(token);
  if (!grant) throw wording.refusal(401);
  const { operation } = request.routeOptions.config;
  if (provider.faults.strike('expire-access-token', { operation, account: grant.account })) {
    provider.grants.forgetAccess(token);
    throw wording.refusal(401);
  }
  const granted = grant.scope.split(' ').map((each) => each.split('/').at(-1)?.toLowerCase() ?? '');
  if (!granted.some((each) => scope.includes(each))) throw wording.refusal(403);
  return grant.account;
}

function statusOf(error: unknown): number {
  const status = (error as { statusCode?: number }).statusCode;
  return status !== undefined && status >= 400 && status < 500 ? status : 500;
}
