import cors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Registry } from '@prometheus-io/client';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import { bearerAuth } from './auth/bearer.ts';
import type { Verifier } from './auth/verifier.ts';
import { type AddressLimits, addressLimits } from './http/address-limits.ts';
import { addressText } from './http/address-text.ts';
import { drain } from './http/drain.ts';
import { errorHandler, type FailureOptions } from './http/error-handler.ts';
import { health, type ReadyChecks, type ReadyNotes } from './http/health.ts';
import { heavyOperations } from './http/heavy-operations.ts';
import { hostHeader } from './http/host-header.ts';
import { jsonBody } from './http/json-body.ts';
import { locations } from './http/locations.ts';
import { metrics } from './http/metrics.ts';
import { type OpenApiInfo, openApi } from './http/openapi.ts';
import { type RateLimits, rateLimits } from './http/rate-limits.ts';
import { pathOfRequestLine } from './http/request-line.ts';
import { requestLog } from './http/request-log.ts';
import { requestLogger } from './http/request-logger.ts';
import { requestSpans } from './http/request-spans.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serializersAtFirstUse } from './http/serialization.ts';
import { shedLoad } from './http/shed-load.ts';
import { stalledReaders } from './http/stalled-readers.ts';
import { successStatus } from './http/success-status.ts';
import { noProxies, type TrustProxy } from './http/trusted-proxies.ts';
import { unpackedBody } from './http/unpacked-body.ts';
import { refuseAddress, refuseConnection, refuseTunnel } from './http/unreadable.ts';
import { type Formats, validatorCompiler } from './http/validation.ts';

type ServerOptions = FailureOptions & {
  logger: Logger;
  verifier: Verifier;
  checks: ReadyChecks;
  readyNotes?: ReadyNotes;
  openapi: OpenApiInfo;
  /** The address at which the platform is reached, whose page of errors each problem names. */
  publicUrl: string;
  rateLimits: RateLimits;
  formats?: Formats;
  /** True where texts are stored composed (NFC), whatever form they come in. */
  composesTexts?: boolean;
  registry?: Registry;
  /** True where each answered request is a line of the log at `info`; those that fail are in any case. */
  accessLog?: boolean;
  /** Whoever asks for the metrics must know it, if there is one. */
  metricsToken?: string | null;
  /** The addresses of proxies whose statement of the caller's address is believed. */
  trustProxy?: TrustProxy;
  addressLimits?: AddressLimits;
  corsOrigins?: readonly string[];
  bodyLimit?: number;
  /** Says what becomes of numbers that a double does not hold; without it they are refused. */
  longNumbers?: 'REFUSED' | 'TEXT';
  /** The time in which a request must come in. */
  requestTimeoutMs?: number;
  /** The time in which a reader must take something of an answer. */
  stalledMs?: number;
};

export type Server = Awaited<ReturnType<typeof createServer>>;

/**
 * Returns a server with all that each of ours has: validation, problem documents, request ids and log,
 * health, metrics, OpenAPI, bearer authentication with roles, rate limits, security headers.
 * Routes are registered on the returned instance.
 */
export async function createServer({ requestTimeoutMs = 15_000, ...options }: ServerOptions) {
  const { trustProxy = noProxies } = options;
  const app = fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    // The request log is our own: by route pattern, one line a request.
    childLoggerFactory: requestLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    // The serializer of a union asks a validator which of its members an answer is.
    serializerOpts: { ajv: { formats: { ...options.formats } } },
    bodyLimit: options.bodyLimit ?? 1_048_576,
    requestTimeout: requestTimeoutMs,
    // Slow requests are looked for this often, and cut off.
    http: {
      requireHostHeader: false,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs / 2, 1_000),
    },
    schemaController: { compilersFactory: { buildSerializer: serializersAtFirstUse } },
    rewriteUrl: pathOfRequestLine,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 3_000, ignoreTrailingSlash: false },
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    // Requests that came in before the end are served: see `drain`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate('problemsUrl', new URL('/docs/errors', options.publicUrl).href);
  // An expectation other than 100-continue may be overlooked (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (...request) => app.server.emit('request', ...request));
  app.server.on('connect', (_request, socket) => refuseTunnel(app, socket));
  app.setValidatorCompiler(validatorCompiler(options.formats ?? {}, options));

  await app.register(errorHandler, options);
  await app.register(requestSpans);
  await app.register(requestLog, options);
  await app.register(drain);
  await app.register(hostHeader);
  if (options.addressLimits)
    await app.register(addressLimits, { limits: options.addressLimits, trustProxy });
  await app.register(unpackedBody);
  await app.register(jsonBody, options);
  await app.register(addressText);
  await app.register(shedLoad);
  await app.register(stalledReaders, options);
  await app.register(securityHeaders);
  if (options.corsOrigins?.length) await app.register(cors, corsOptions(options.corsOrigins));
  await app.register(metrics, {
    registry: options.registry ?? new Registry(),
    token: options.metricsToken ?? null,
  });
  await app.register(health, { checks: options.checks, notes: options.readyNotes });
  await app.register(openApi, { ...options.openapi, catalogue: options.catalogue });
  await app.register(successStatus);
  await app.register(locations);
  await app.register(bearerAuth, { verifier: options.verifier });
  await app.register(rateLimits, options.rateLimits);
  await app.register(heavyOperations);
  return app;
}

/** Returns the options of CORS for origins that are named. There are no cookies to send along. */
function corsOptions(origins: readonly string[]) {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
  const exposedHeaders = [
    'x-request-id',
    'retry-after',
    'etag',
    'location',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
  ];
  return { origin: [...origins], methods, exposedHeaders, maxAge: 600 };
}

function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : crypto.randomUUID();
}
