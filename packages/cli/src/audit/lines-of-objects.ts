export type Line = Record<string, unknown>;

/** Returns the JSON object that a line is; undefined for any other line. */
export function toObject(text: string): Line | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Prints a line and returns the exit code. */
export function say(text: string, code: number): number {
  process.stdout.write(`${text}\n`);
  return code;
}
