/** The longest time that is waited for a server that asks for it, in milliseconds: longer, and the caller decides. */
const longestMs = 300_000;

/**
 * Returns how long to wait before the next try, in milliseconds: what Retry-After says, in seconds or as a
 * date, else a time that doubles, with chance in it. Undefined is longer than anybody should wait.
 */
export function pauseOf(retryAfter: string | undefined, tries: number): number | undefined {
  const asked = retryAfter?.trim();
  if (asked) {
    const ms = /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now();
    if (ms > longestMs) return undefined;
    if (ms >= 0) return ms;
    if (ms < 0) return 0;
  }
  return Math.min(250 * 2 ** tries, 8_000) * (0.5 + Math.random() / 2);
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
