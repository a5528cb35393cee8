import { ConfigError } from '@atrium/kit/env.ts';
import { exitConfig } from '@atrium/kit/service.ts';
import { whenNpmEnds } from '@atrium/kit/when-npm-ends.ts';
import type { Config } from './config.ts';
import { buildConsole } from './console-build.ts';
import type { Running } from './keep-running.ts';
import { openLog } from './log.ts';
import { startAtrium } from './start.ts';
import { StartError } from './start-error.ts';

/**
 * Runs the embedded start until SIGINT, SIGTERM or SIGHUP; a second Ctrl-C ends everything at
 * once. Resolves to the exit code: 0 after a graceful stop, otherwise why it could not start.
 */
export async function run(readConfig: () => Config): Promise<number> {
  const stopping = new AbortController();
  try {
    const config = readConfig();
    const log = openLog(config);
    const processes = new Set<Running>();
    const asked = whenAskedToStop(config, () => {
      for (const each of processes) each.kill();
      process.exit(130);
    });
    void asked.then((why) => {
      log.info(`${why}: stopping`);
      stopping.abort();
    });
    // A terminal that is gone must not take the graceful stop with it.
    process.stdout.on('error', () => {});
    const atrium = await startAtrium(config, { log, stopping: stopping.signal, processes });
    const { signal } = stopping;
    if (config.entries.console)
      void buildConsole(config.entries.console, { config, log, stopping: signal });
    await asked;
    await atrium.stop();
    log.info('Stopped');
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    return explain(error);
  }
}

function whenAskedToStop({ environment }: Config, force: () => void): Promise<string> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const ask = (signal: string) => {
      askedAt ??= performance.now();
      resolve(signal);
      // npm passes on the Ctrl-C that the terminal has already sent us: not a second one.
      if (performance.now() - askedAt > 500) force();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
    whenNpmEnds(environment, () => resolve('npm has ended'));
  });
}

function explain(error: unknown): number {
  const known = error instanceof StartError || error instanceof ConfigError;
  process.stderr.write(`\n${known ? error.message : (error as Error).stack}\n`);
  if (error instanceof StartError) return error.exitCode;
  return error instanceof ConfigError ? exitConfig : 1;
}
