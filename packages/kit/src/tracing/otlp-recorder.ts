import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import type { NewSpan, Recorder, Span } from './spans.ts';
import { isSampled } from './trace-context.ts';

const scheduledDelayMillis = 1_000;

type Options = {
  endpoint: string;
  service: string;
  logger: Logger;
  environment?: string;
  resource?: Readonly<Record<string, string>>;
};

/** Returns what records spans with OpenTelemetry and sends them to `endpoint` by OTLP over HTTP. */
export function openRecorder({
  endpoint,
  service,
  logger,
  environment,
  resource,
}: Options): Recorder {
  const failed = () => logger.warn('spans could not be sent');
  const silent = () => undefined;
  diag.setLogger(
    { error: failed, warn: silent, info: silent, debug: silent, verbose: silent },
    DiagLogLevel.ERROR,
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `atrium-${service}`,
      'service.version': manifest.version,
      // Another one at each start, so that the replicas of a service are told apart.
      'service.instance.id': crypto.randomUUID(),
      'deployment.environment.name': environment ?? 'production',
      ...resource,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis })],
  });
  const tracer = provider.getTracer('atrium');

  function start({ name, kind, parent, attributes }: NewSpan): Span {
    const under = parent
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId: parent.traceId,
          spanId: parent.spanId,
          traceFlags: isSampled(parent) ? 1 : 0,
          isRemote: true,
        })
      : ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes }, under);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      context: { traceId, spanId, flags: traceFlags & 1 ? '01' : '00' },
      end: (isFailed = false, more = {}) => {
        span.setAttributes(more);
        if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return { start, stop: () => provider.shutdown() };
}
