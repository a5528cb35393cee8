/** The longest time that is waited for a server that asks for it, in milliseconds: longer, and the caller decides. */
const longestMs = 300_000;

/**
 * Returns how long to wait before the next try, in milliseconds: what Retry-After says, in seconds or as a
 * date (counted from the answer's own, since clocks differ), else a time that doubles, with chance in it.
 * Undefined is longer than anybody should wait.
 */
export function pauseOf(headers: Headers | undefined, tries: number): number | undefined {
  const asked = headers?.get('retry-after')?.trim();
  if (asked) {
    const sent = Date.parse(headers?.get('date') ?? '');
    const now = Number.isNaN(sent) ? Date.now() : sent;
    const ms = /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now;
    if (ms > longestMs) return undefined;
    if (ms >= 0) return ms;
    if (ms < 0) return 0;
  }
  return Math.min(250 * 2 ** tries, 8_000) * (0.5 + Math.random() / 2);
}

/** Returns what a promise gives, unless the signal is aborted before: then its reason is thrown. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return promise;
  let abort = () => {};
  const aborted = new Promise<never>((_, fail) => {
    abort = () => fail(signal.reason);
  });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/** Waits; ends at once with the signal's reason when that is aborted. */
export async function wait(ms: number | undefined, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((done, fail) => {
    const abort = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      done();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
