import type { Env } from './env.ts';

/**
 * Calls `then` once the npm that runs this process has ended, where one does: npm passes SIGTERM to the shell
 * between them, which ends without passing it on.
 */
export function whenNpmEnds(environment: Env, then: () => void): void {
  if (environment.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    then();
  }, 250).unref();
}
