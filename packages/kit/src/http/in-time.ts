/** Returns what work comes to. Rejects when that takes more than two seconds. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('too slow')), 2_000);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
