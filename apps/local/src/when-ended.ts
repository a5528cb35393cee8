import type { ChildProcess } from 'node:child_process';

/**
 * Resolves with the reason ("exit code 1", "SIGKILL", or why it could not start) when a child has ended and what
 * it wrote was read. A grandchild that holds its pipes delays that by half a second at most.
 */
export function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const tell = () =>
      resolve(
        child.signalCode ?? (child.exitCode === null ? 'lost' : `exit code ${child.exitCode}`),
      );
    child.once('error', (error) => resolve(error.message));
    // Comes after the last line was read.
    child.once('close', tell);
    // After a stall the time may be over before anything was read: pipes are read between the two.
    child.once('exit', () => setTimeout(() => setImmediate(tell), 500).unref());
  });
}
