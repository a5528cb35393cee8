import { fastifyPlugin } from 'fastify-plugin';
import { type Span, startSpan } from '../tracing/spans.ts';
import { atTrace, readTraceparent } from '../tracing/trace-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's place in a trace: the caller's, by `traceparent`, or one that it begins. */
    span: Span | null;
  }
}

/** Runs each request as a span of the trace that its caller names. */
export const requestSpans = fastifyPlugin(async (app) => {
  app.decorateRequest('span', null);

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    if (routeOptions.config.alwaysServed) return done();
    const route = routeOptions.url ?? 'unknown';
    request.span = startSpan({
      name: `${method} ${route}`,
      kind: 'SERVER',
      parent: readTraceparent(headers.traceparent) ?? null,
      attributes: { 'http.request.method': method, 'http.route': route },
    });
    atTrace(request.span.context, done);
  });

  // Reading a body continues in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) =>
    request.span ? atTrace(request.span.context, done) : done(),
  );

  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    const tenant = request.caller?.tenantUuid;
    request.span?.end(statusCode >= 500, {
      'http.response.status_code': statusCode,
      ...(tenant && { 'atrium.tenant': tenant }),
    });
    done();
  });
});
