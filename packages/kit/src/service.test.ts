import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const service = `
  import { runService } from ${JSON.stringify(new URL('./service.ts', import.meta.url).href)};
  const alive = setInterval(() => undefined, 1_000);
  const stop = async () => { clearInterval(alive); console.log('stopped'); };
  await runService(async () => ({ address: '', stop }), process.env);
  console.log('ready');`;

test('a service that npm runs stops when a signal reaches npm alone', async () => {
  // As npm does: a shell between, which passes on no signal.
  const command = ['-c', '"$0" --input-type=module -e "$1"; exit $?', process.execPath, service];
  const shell = spawn('/bin/sh', command, {
    env: { npm_lifecycle_event: 'npx' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(shell.stdout);
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  expect(await said).toBe('ready\nstopped\n');
});
