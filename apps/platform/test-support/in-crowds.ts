/**
 * Does something `count` times, so many of them at once, and returns what each gave, in order. More at once would
 * have those of a slow machine wait for a connection for so long that the platform refuses them.
 */
export async function inCrowds<T>(
  count: number,
  one: (at: number) => Promise<T>,
  atOnce = 25,
): Promise<T[]> {
  const given: T[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const crowd = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => one(from + at));
    given.push(...(await Promise.all(crowd)));
  }
  return given;
}
