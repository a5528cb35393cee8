import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './load.ts';
import { furnish } from './platform.ts';
import { startAtrium } from './start.ts';

/** `npm run bench`: each goal as a figure or a ratio taken in this one run. */
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'));
const say = (line = '') => void process.stdout.write(`${line}\n`);
const missed: string[] = [];

function goal(name: string, value: number, unit: string, met: boolean, wanted: string): void {
  say(
    `${met ? 'ok    ' : 'MISSED'}  ${name.padEnd(44)} ${value.toFixed(2)} ${unit}  (goal ${wanted})`,
  );
  if (!met) missed.push(name);
}

say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`);
try {
  const first = await startAtrium(dataDir);
  await first.stop();
  let atrium = await startAtrium(dataDir);
  goal('first start, command to ready', first.seconds, 's', first.seconds <= 8, '≤ 8');
  goal('later start, command to ready', atrium.seconds, 's', atrium.seconds <= 3, '≤ 3');

  await atrium.idle();
  const memory = atrium.memory();
  for (const { name, mb } of memory)
    say(`        ${mb.toFixed(0).padStart(4)} MB  ${name.slice(0, 100)}`);
  const total = memory.reduce((sum, each) => sum + each.mb, 0);
  goal('idle memory without PostgreSQL', total, 'MB', total <= 500, '≤ 500');
  await atrium.stop();

  atrium = await startAtrium(dataDir, { DEMO: 'off' });
  const { headers, contact, tenantUuid, contactUuid } = await furnish(atrium.address, dataDir);
  const bare = await startBare(atrium.superuser());

  const get = await compare(
    { url: `${atrium.address}/api/contacts/${contactUuid}`, headers },
    { url: `${bare.address}/contacts/${tenantUuid}/${contactUuid}` },
  );
  report('GET one contact', get);
  goal('GET one contact, share of the bare handler', get.ratio, '', get.ratio >= 0.55, '≥ 0.55');

  const body = JSON.stringify(contact);
  const create = await compare(
    { url: `${atrium.address}/api/contacts`, method: 'POST', headers, body },
    { url: `${bare.address}/contacts`, method: 'POST', body },
  );
  report('POST one contact', create);
  goal(
    'POST one contact, share of the bare handler',
    create.ratio,
    '',
    create.ratio >= 0.45,
    '≥ 0.45',
  );
  bare.stop();
  await atrium.stop();
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
if (missed.length > 0) say(`\nMissed: ${missed.join('; ')}`);
process.exitCode = missed.length > 0 ? 1 : 0;

function report(name: string, { ours, bare }: Awaited<ReturnType<typeof compare>>): void {
  const of = ({ perSecond, p50, p99 }: typeof ours) =>
    `${perSecond.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms`;
  say(`\n${name}: Atrium ${of(ours)}; bare ${of(bare)}`);
}

async function startBare(options: object) {
  const child = fork(join(import.meta.dirname, 'bare.ts'), [JSON.stringify(options)]);
  const { address } = await new Promise<{ address: string }>((ready, failed) => {
    child.once('message', (message) => ready(message as { address: string }));
    child.once('exit', () => failed(new Error('The bare handler did not start')));
  });
  return { address, stop: () => child.disconnect() };
}
