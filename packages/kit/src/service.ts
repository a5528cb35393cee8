import { ConfigError, type Env } from './env.ts';
import { whenNpmEnds } from './when-npm-ends.ts';

/** A running service: where it listens, how it stops, and what it has to tell the terminal. */
export type Running = {
  address: string;
  stop: () => Promise<void>;
  /** The time a stop may take before it is forced, in milliseconds. */
  stopWithinMs?: number;
  welcome?: readonly string[];
};

const stopWithinMs = 15_000;

/** The exit code of a service that cannot run with the settings it was given (sysexits EX_CONFIG). */
export const exitConfig = 78;

/**
 * Runs a service as a process: tells its parent (when it has one) that it is ready, stops
 * gracefully on SIGTERM and SIGINT, and also when its parent or the npm that runs it goes away
 * without a word, even while it is still starting.
 */
export async function runService(start: () => Promise<Running>, environment: Env): Promise<void> {
  const starting = Promise.try(start);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Nothing holds the loop open after this; the timers are for what might.
    const forced = setTimeout(() => process.exit(1), stopWithinMs).unref();
    const running = await starting;
    clearTimeout(forced);
    setTimeout(() => process.exit(1), running.stopWithinMs ?? stopWithinMs).unref();
    await running.stop();
    process.exit(0);
  };
  // Under a supervisor Ctrl-C reaches the whole process group: the supervisor decides the order.
  process.on('SIGINT', () => (process.connected ? undefined : void stop()));
  process.on('SIGTERM', () => void stop());
  process.on('disconnect', () => void stop());
  if (!process.connected) whenNpmEnds(environment, () => void stop());
  const running = await starting.catch(refuse);
  process.send?.({ type: 'ready', address: running.address });
  if (running.welcome) process.send?.({ type: 'welcome', lines: running.welcome });
}

function refuse(error: unknown): never {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : (error as Error).stack}\n`,
  );
  process.exit(error instanceof ConfigError ? exitConfig : 1);
}
