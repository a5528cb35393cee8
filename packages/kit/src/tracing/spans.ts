import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { atTrace, currentTrace, type TraceContext } from './trace-context.ts';

export type SpanKind = 'SERVER' | 'CLIENT' | 'PRODUCER' | 'CONSUMER';
/** Identifiers, counts and fixed words; never personal data. */
type SpanAttributes = Record<string, string | number>;
export type Span = {
  context: TraceContext;
  end: (isFailed?: boolean, attributes?: SpanAttributes) => void;
};
export type NewSpan = {
  name: string;
  kind: SpanKind;
  /** Null begins a trace. */
  parent: TraceContext | null;
  attributes: SpanAttributes;
};
export type Recorder = { start: (span: NewSpan) => Span; stop: () => Promise<void> };

let recorder: Recorder | undefined;

/** Says where spans are sent to, and as whose; what the installer says of the process goes before what it says itself. */
type Tracing = {
  endpoint: string | null;
  service: string;
  logger: Logger;
  environment?: 'production' | 'development';
  resource?: Readonly<Record<string, string>>;
};

/**
 * Begins to record spans and to send them by OTLP, if there is an endpoint. Without one nothing of
 * OpenTelemetry is loaded. Returns what sends the last ones and ends it.
 */
export async function startTracing({
  endpoint,
  ...tracing
}: Tracing): Promise<() => Promise<void>> {
  if (!endpoint) return async () => undefined;
  const { openRecorder } = await import('./otlp-recorder.ts');
  const opened = openRecorder({ endpoint, ...tracing });
  recorder = opened;
  return async () => {
    recorder = undefined;
    await opened.stop();
  };
}

/** True while spans are recorded and sent. */
export const isRecording = (): boolean => recorder !== undefined;

/** Begins a span; when nobody records, it is the place of its parent, or of a new trace. */
export function startSpan(span: NewSpan): Span {
  if (recorder) return recorder.start(span);
  return { context: span.parent ?? newContext(), end: () => undefined };
}

const newContext = (): TraceContext => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  flags: '00',
});

/** Runs work as a span of the present trace, or of the parent given. */
export async function inSpan<T>(
  { name, kind, parent = currentTrace() ?? null, attributes = {} }: InSpan,
  work: () => Promise<T>,
): Promise<T> {
  const span = startSpan({ name, kind, parent, attributes });
  try {
    const result = await atTrace(span.context, work);
    span.end();
    return result;
  } catch (error) {
    span.end(true);
    throw error;
  }
}

type InSpan = Pick<NewSpan, 'name' | 'kind'> & Partial<NewSpan>;
