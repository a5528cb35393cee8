/** What is open for the test file whose turn it is. */
const open: (() => unknown)[] = [];

/**
 * Ends something with the test file, wherever it was opened: while the file is read, in a hook or in a
 * test. Vitest's own `afterAll` is never called when a hook or a test registers it, and the next files
 * of the worker would have what it should have ended.
 */
export function atEndOfFile(end: () => unknown): void {
  open.push(end);
}

/** Ends all that is open, the newest first, and throws the first thing that failed. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = [];
  for (let end = open.pop(); end; end = open.pop()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
