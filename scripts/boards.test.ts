import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { world as analyticsWorld } from '@atrium/analytics/test-support/world.ts';
import { freePort } from '@atrium/local/ports.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { noteBackupOnMachine } from '@atrium/platform/backups/note-backup-on-machine.ts';
import { atEndOfFile } from '@atrium/platform/test-support/at-end-of-file.ts';
import { platformOn } from '@atrium/platform/test-support/platform-on.ts';
import { cloneDatabase } from '@atrium/platform/test-support/world.ts';
import { expect, test } from 'vitest';

const deploy = join(import.meta.dirname, '../deploy');
const fetched = '/var/tmp/atrium-prometheus/usr/bin/prometheus';
const prometheus = [fetched, 'prometheus'].find(
  (each) => spawnSync(each, ['--version']).status === 0,
);

/** Figures of what does not happen here: there is none before it has happened once. */
const unhappened = /status=~"5|mails|webhook_tries|calendar_sync|refus|audit_chain_broken|jobs/;

type Board = { panels: { title: string; targets: { expr: string }[] }[] };
const queries = readdirSync(join(deploy, 'grafana')).flatMap((name) => {
  const { panels }: Board = JSON.parse(readFileSync(join(deploy, 'grafana', name), 'utf8'));
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
});

/** Starts Prometheus with the shipped settings, where only the addresses and the pace differ. */
async function startPrometheus(program: string, platform: string, analytics: string) {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-prometheus-'));
  const port = await freePort('127.0.0.1');
  const settings = readFileSync(join(deploy, 'prometheus/prometheus.yaml'), 'utf8')
    .replace('platform:8080', new URL(platform).host)
    .replace('analytics:8081', new URL(analytics).host)
    .replace('alerts.yaml', join(deploy, 'prometheus/alerts.yaml'))
    .replaceAll('15s', '1s');
  writeFileSync(join(folder, 'prometheus.yaml'), settings);
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { env: childEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] },
  );
  atEndOfFile(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  /** Returns how many series answer a query; nothing while it is refused. */
  return async (expr: string): Promise<number | undefined> => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}`;
    const answer = await fetch(url).catch(() => undefined);
    return answer?.ok ? (await answer.json()).data.result.length : undefined;
  };
}

test('every query of the boards is answered from what Prometheus got of both services', async ({
  skip,
}) => {
  if (!prometheus) return skip('There is no prometheus here: apt-get install prometheus');
  const databaseUrl = await cloneDatabase();
  const now = new Date();
  await noteBackupOnMachine(databaseUrl, { takenAt: now, coversUntil: now });
  const platform = await platformOn(databaseUrl);
  atEndOfFile(platform.stop);
  const analytics = await analyticsWorld();
  atEndOfFile(() => analytics[Symbol.asyncDispose]());
  const store = await analytics.running.app.listen({ host: '127.0.0.1', port: 0 });
  const seriesOf = await startPrometheus(prometheus, platform.address, store);
  await fetch(`${platform.address}/health/ready`);
  const event = {
    tenantId: crypto.randomUUID(),
    eventId: crypto.randomUUID(),
    eventType: 'board.seen',
  };
  const ask = await analytics.as(event.tenantId);
  expect((await ask('POST', '/api/analytics/events', event)).status).toBe(202);

  const unanswered = async () => {
    const series = await Promise.all(queries.map(seriesOf));
    return queries.filter((expr, at) => {
      const found = series[at];
      return found === undefined || (found === 0 && !unhappened.test(expr));
    });
  };
  await expect.poll(unanswered, { interval: 1_000, timeout: 100_000 }).toEqual([]);
  expect(queries.length).toBeGreaterThan(25);
});
