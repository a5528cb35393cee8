import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { ProblemError } from './problem.ts';
import { currentTrace } from './tracing/trace-context.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secrets = ['password', 'token', 'secret', 'authorization'];

/**
 * Returns a structured log: one JSON object a line. Requests are logged by route pattern, never by
 * address or header, since those carry identifiers, tokens and search words.
 */
export function createLogger(service: string, level: LogLevel, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      mixin: traceOf,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secrets.flatMap((name) => [name, `*.${name}`]),
        censor: '[redacted]',
      },
      serializers: { err: safeError },
    },
    to ?? destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/** Every line says the trace that it belongs to, if any. */
function traceOf(): { traceId?: string } {
  const trace = currentTrace();
  return trace ? { traceId: trace.traceId } : {};
}

/**
 * An error as the log may show it: the text a database adds about rows (`detail`, `where`, parameters)
 * stays out, and what a problem says, which may quote the caller.
 */
function safeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'Not an Error' };
  if (error instanceof ProblemError) {
    const { name, code, title, message, stack = '' } = error;
    const frames = stack.split('\n').slice(message.split('\n').length);
    return { type: name, code, message: title, stack: [title, ...frames].join('\n') };
  }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  // SQLSTATE class 22 (data exceptions) quotes the offending value in its message and stack.
  const quotesValue = error.name === 'PostgresError' && String(code).startsWith('22');
  const text = quotesValue ? {} : { message: error.message, stack: error.stack };
  return { type: error.name, code, constraint, ...text };
}
