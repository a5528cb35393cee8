import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildConsole } from './console-build.ts';
import { silentLog } from './log.ts';

test('the console is built without any setting or secret in the environment', async () => {
  const entry = join(mkdtempSync(join(tmpdir(), 'atrium-build-')), 'entry.mjs');
  writeFileSync(entry, 'process.stdout.write(Object.keys(process.env).sort() + "\\n");');
  const said: string[] = [];
  const log = { ...silentLog, info: (line: string) => void said.push(line) };
  const environment = {
    PATH: '/usr/bin:/bin',
    HOME: '/root',
    SECRET_KEY: 'x',
    DATABASE_URL: 'postgres://a:b@c/d',
    SMTP_URL: 'smtp://a:b@c',
    GITHUB_PAT: 'x',
    PGPASSWORD: 'x',
    NODE_OPTIONS: '--title=x',
  };
  const stopping = new AbortController().signal;
  await buildConsole(entry, { config: { environment }, log, stopping });
  expect(said).toEqual(['HOME,PATH']);
});
