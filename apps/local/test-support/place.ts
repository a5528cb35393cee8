import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';
import { type Config, readConfig } from '../src/config.ts';
import { type Log, silentLog } from '../src/log.ts';
import { type Atrium, type StartOptions, startAtrium } from '../src/start.ts';
import { childEnvironment } from './child-environment.ts';
import { smallServices } from './small-services.ts';
import { putUnusedDatabase } from './unused-database.ts';

export type Place = {
  /** A new folder that anyone may pass through. */
  folder(): string;
  /** A configuration with small services, free ports and a DATA_DIR of its own. */
  config(settings?: Record<string, string>): Config;
  /** Starts Atrium; in an empty DATA_DIR with a database that is there and unused. */
  start(config: Config, options?: StartOptions): Promise<Atrium>;
  /** Something to do when the test is over; the last one named comes first. */
  finally(cleanUp: () => unknown): void;
};

/** A test with a place on this machine, which is cleared when the test is over. */
export const test = base.extend<{ place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what is needed
  place: async ({}, use) => {
    const cleanUps: (() => unknown)[] = [];
    const place: Place = {
      finally: (cleanUp) => void cleanUps.unshift(cleanUp),
      folder() {
        const folder = mkdtempSync(join(tmpdir(), 'atrium-test-'));
        chmodSync(folder, 0o755);
        place.finally(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
        return folder;
      },
      config(settings = {}) {
        const environment = {
          ...childEnvironment(),
          PORT: '0',
          LOG_FORMAT: 'json',
          ...settings,
        };
        const dataDir = settings.DATA_DIR ?? place.folder();
        return { ...readConfig({ ...environment, DATA_DIR: dataDir }), entries: smallServices };
      },
      async start(config, options) {
        if (!config.databaseUrl && existsSync(config.dataDir))
          await putUnusedDatabase(config.dataDir);
        const atrium = await startAtrium(config, { log: silentLog, ...options });
        place.finally(atrium.stop);
        return atrium;
      },
    };
    try {
      await use(place);
    } finally {
      for (const cleanUp of cleanUps) await cleanUp();
    }
  },
});

/** The report of a small service about itself. */
export type Answer = { pid: number; notes: string[]; environment: Record<string, string> };

/** Asks a small service. Throws unless it answers 200. */
export async function ask(url: string, method = 'GET'): Promise<Answer> {
  const response = await fetch(url, { method });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** A log that keeps its messages. */
export function keepingLog(): Log & { messages: string[] } {
  const messages: string[] = [];
  const keep = (message: string) => void messages.push(message);
  return {
    messages,
    info: keep,
    warn: keep,
    error: keep,
    childLine: (service, line) => keep(`${service}: ${line}`),
    verbatim: keep,
  };
}
