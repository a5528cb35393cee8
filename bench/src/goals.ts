export type Goals = ReturnType<typeof openGoals>;

/** Prints each figure with its goal and remembers what was missed. */
export function openGoals(print: (line: string) => void) {
  const missed: string[] = [];

  function check(
    name: string,
    value: number,
    unit: string,
    limit: { atMost?: number; atLeast?: number },
  ): void {
    const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = limit;
    const met = value <= atMost && value >= atLeast;
    const goal = limit.atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
    print(
      `${met ? 'ok    ' : 'MISSED'}  ${name.padEnd(44)} ${value.toFixed(2)} ${unit}  (goal ${goal})`,
    );
    if (!met) missed.push(name);
  }

  return { print, check, missed };
}
