import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { childEnvironment } from '../../test-support/child-environment.ts';
import { type Guide, readGuides } from '../../test-support/guides.ts';
import { bootAtrium } from './atrium.ts';
import { openFirm } from './firm.ts';

const atrium = await bootAtrium();
afterAll(atrium.stop);
const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');

test('a client goes from first contact to first login, and analytics has the numbers', async () => {
  const tour = join(root, 'scripts/tour.ts');
  const env = { ...childEnvironment(), BASE_URL: atrium.address, DATA_DIR: atrium.dataDir };
  const { stdout } = await run(process.execPath, [tour], { env });
  expect(stdout).toContain('The tour is complete.');
  expect(stdout).toMatch(/contact\.created\s+\S+Z {2}TENANT_STAFF {2}1/);
  expect(stdout).toMatch(/login\.success\s+\S+Z {2}CONTACT {2}1/);
});

test('every line of the guides runs as it stands, and every program', async ({ skip }) => {
  for (const program of ['bash', 'curl', 'jq'])
    if (spawnSync(program, ['--version']).status !== 0) skip(`${program} is not installed`);
  const guides = readGuides();
  expect(guides.length).toBeGreaterThan(8);
  // What the first guide sets up, the others find; each has a folder of its own.
  const first = guides.find(({ name }) => name === 'getting-started') as Guide;
  const others = guides.filter((each) => each !== first);
  // What one leaves running ends with it, or the shell that a failed line ended would be waited for.
  const ends = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT`;
  const whole = ({ lines, program }: Guide) =>
    program ? `${lines}\ncat > guide.mts <<'TS'\n${program}TS\nnode guide.mts\n` : lines;
  const alone = (guide: Guide) =>
    `echo "== ${guide.name}"\nmkdir ${guide.name}\n(\n${ends}\ncd ${guide.name}\n${whole(guide)}\n)\n`;
  const script = `set -euo pipefail\n${whole(first)}\n${others.map(alone).join('')}echo "== done"\n`;
  const { account, call, adviser } = await openFirm(atrium, 'ADMIN');
  const rules = `/api/tenants/${adviser['x-tenant-uuid']}/security`;
  expect((await call('PUT', rules, { assistants: 'READ' }, adviser)).status).toBe(200);
  const cwd = mkdtempSync(join(tmpdir(), 'guides-'));
  const env = {
    ...childEnvironment(),
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    // Who runs the guides may have signed in by the command line: these are a stranger's.
    XDG_CONFIG_HOME: cwd,
    ATRIUM_HOME: root,
    ATRIUM_URL: atrium.address,
    ATRIUM_EMAIL: account.email,
    ATRIUM_PASSWORD: account.password,
  };
  const { stdout } = await run('bash', ['-c', script], { cwd, env }).catch((error) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  expect(stdout).toMatch(/== done\n$/);
  for (const { printed } of guides)
    for (const each of printed)
      expect(stdout.split('\n')).toEqual(expect.arrayContaining(each.trim().split('\n')));
});
