const everyMs = 250;

/** Shows at a terminal how many bytes of something were copied; in a pipe nothing. */
export function showProgress(what: string) {
  const { stderr } = process;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    tell(bytes: number): void {
      if (!stderr.isTTY || performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      stderr.write(`\r${what}: ${(bytes / 1_048_576).toFixed(1)} MiB`);
    },
    end(): void {
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}
