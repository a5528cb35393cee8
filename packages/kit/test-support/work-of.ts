/** A megabyte of JSON with many small parts. */
const text = `[${Array(333_000).fill('{}').join()}]`;
/** Says for how long a measure of this thread's speed holds: longer than one body takes, shorter than a machine changes. */
const fresh = 1_000;
let unit = { ms: 0, at: Number.NEGATIVE_INFINITY };

/**
 * Does some work and returns its answer with what it took of this thread's processor time, in times
 * of what reading a megabyte of JSON takes here and now (`unitMs`). So others may hold the processor
 * meanwhile, and no machine is too slow. What takes less than one by an old measure is little by any, and
 * does without a new one.
 */
export async function workOf<T>(
  act: () => Promise<T>,
): Promise<{ answer: T; work: number; unitMs: number }> {
  const start = process.threadCpuUsage();
  const answer = await act();
  const tookMs = sinceMs(start);
  if (tookMs > unit.ms) measureUnit();
  return { answer, work: tookMs / unit.ms, unitMs: unit.ms };
}

/**
 * Does some work, up to twice more where it took more than the bound, and returns its first answer with the
 * least that it took: what the work itself does comes each time, what else the process does does not.
 */
export async function leastWorkOf<T>(
  act: () => Promise<T>,
  bound: number,
): Promise<{ answer: T; work: number }> {
  const { answer, work } = await workOf(act);
  let least = work;
  for (let more = 0; more < 2 && least >= bound; more += 1)
    least = Math.min(least, (await workOf(act)).work);
  return { answer, work: least };
}

function measureUnit(): void {
  const now = performance.now();
  if (now - unit.at > fresh) unit = { ms: Math.max(readMs(), readMs()), at: now };
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
