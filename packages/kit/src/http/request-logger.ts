import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, Logger } from 'pino';

/**
 * Returns a request's logger, made when the request first has something to say: making one costs more
 * than the rest of a small request, and most requests say nothing.
 */
export function requestLogger(logger: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  return Object.assign(Object.create(lazyLogger), { parent: logger, bindings });
}

type Lazy = { parent: Logger; bindings: Bindings; made?: Logger };

function madeOf(lazy: Lazy): Logger {
  lazy.made ??= lazy.parent.child(lazy.bindings);
  return lazy.made;
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const lazyLogger = {
  get level(): string {
    return (this as unknown as Lazy).parent.level;
  },
  isLevelEnabled(this: Lazy, level: string): boolean {
    return this.parent.isLevelEnabled(level);
  },
  child(this: Lazy, bindings: Bindings): Logger {
    return madeOf(this).child(bindings);
  },
  silent(): void {},
  ...Object.fromEntries(
    levels.map((level) => [
      level,
      function write(this: Lazy, ...args: Parameters<Logger['info']>): void {
        if (this.parent.isLevelEnabled(level)) madeOf(this)[level](...args);
      },
    ]),
  ),
};
