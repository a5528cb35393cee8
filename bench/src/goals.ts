export type Goals = ReturnType<typeof openGoals>;

/** Prints each figure with its goal, and why it is missed where that is known; remembers what was missed. */
export function openGoals(print: (line: string) => void) {
  const missed: string[] = [];

  function check(
    name: string,
    value: number,
    unit: string,
    limit: { atMost?: number; atLeast?: number; why?: string | undefined },
  ): void {
    const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = limit;
    const met = value <= atMost && value >= atLeast;
    const goal = limit.atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
    print(
      `${met ? 'ok    ' : 'MISSED'}  ${name.padEnd(44)} ${value.toFixed(2)} ${unit}  (goal ${goal})`,
    );
    if (met) return;
    if (limit.why) print(`        because: ${limit.why}`);
    missed.push(name);
  }

  return { print, check, missed };
}
