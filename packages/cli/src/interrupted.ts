/**
 * Ends the process on Ctrl-C with a line that says how to go on, until `stop` is called. What
 * `tell` answers is that line.
 */
export function whenInterrupted(tell: () => string): { stop(): void } {
  const end = () => {
    process.stderr.write(`\n${tell()}\n`);
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, end);
  return { stop: () => signals.forEach((signal) => void process.off(signal, end)) };
}
