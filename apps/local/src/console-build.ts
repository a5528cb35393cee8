import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { consoleBuildEnvironment } from './child-environment.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

type Options = { config: Pick<Config, 'environment'>; log: Log; stopping: AbortSignal };

/**
 * Builds the web console in a process of its own when it is missing or older than its sources. A build
 * that fails is a warning: everything but the console's page works without it.
 */
export function buildConsole(entry: string, { config, log, stopping }: Options): Promise<void> {
  const child = spawn(process.execPath, [entry], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stopping,
    env: consoleBuildEnvironment(config),
  });
  let complaint = '';
  createInterface({ input: child.stdout }).on('line', (line) => log.info(line));
  createInterface({ input: child.stderr }).on('line', (line) => {
    complaint ||= line;
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (!stopping.aborted) log.warn(`The console could not be built: ${error.message}`);
      resolve();
    });
    child.once('close', (code) => {
      if (code && !stopping.aborted) log.warn(`The console could not be built: ${complaint}`);
      resolve();
    });
  });
}
