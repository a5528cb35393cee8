import type { Logger } from 'pino';

const idleMs = 1_000;
const longestBackOffMs = 8_000;

type LoopOptions = {
  /** Does what is to do now. */
  run: (isStopped: () => boolean) => Promise<void>;
  /** Says what could not be done, when it fails. */
  failure: string;
  logger: Logger;
};

/** Does something once a second, later after failures, until it is stopped. */
export function startLoop({ run, failure, logger }: LoopOptions) {
  let failures = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function turn(): Promise<void> {
    running = attempt();
    await running;
    if (stopped) return;
    timer = setTimeout(() => void turn(), Math.min(idleMs * 2 ** failures, longestBackOffMs));
  }

  async function attempt(): Promise<void> {
    try {
      await run(() => stopped);
      failures = 0;
    } catch (error) {
      failures += 1;
      logger.warn({ err: error, failures }, failure);
    }
  }

  void turn();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
