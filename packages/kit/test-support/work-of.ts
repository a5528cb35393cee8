/** A megabyte of JSON with many small parts. */
const text = `[${Array(333_000).fill('{}').join()}]`;

/**
 * Does some work and returns its answer with what it took of this thread's processor time, in times
 * of what reading a megabyte of JSON takes here and now (`unitMs`). So others may hold the processor
 * meanwhile, and no machine is too slow.
 */
export async function workOf<T>(
  act: () => Promise<T>,
): Promise<{ answer: T; work: number; unitMs: number }> {
  const before = readMs();
  const start = process.threadCpuUsage();
  const answer = await act();
  const workMs = sinceMs(start);
  const unitMs = Math.max(before, readMs());
  return { answer, work: workMs / unitMs, unitMs };
}

function readMs(): number {
  const start = process.threadCpuUsage();
  JSON.parse(text);
  return sinceMs(start);
}

function sinceMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
