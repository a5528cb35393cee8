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
    const { name, code, title } = error;
    return { type: name, code, message: title, stack: `${title}\n${framesOf(error)}` };
  }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (quotesValue(error)) return { type: error.name, code, constraint, stack: framesOf(error) };
  return { type: error.name, code, constraint, message: error.message, stack: error.stack };
}

/** Returns the stack of an error without the lines of its message. */
function framesOf({ message, stack = '' }: Error): string {
  return stack.split('\n').slice(message.split('\n').length).join('\n');
}

/**
 * Returns whether an error is PostgreSQL's about data: SQLSTATE class 22 (data exceptions) quotes the
 * offending value in its message. What the server sends has a severity, whatever class a driver gives it.
 */
function quotesValue(error: Error): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity !== undefined && /^22[0-9A-Z]{3}$/.test(String(code));
}
