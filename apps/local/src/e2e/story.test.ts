import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { childEnvironment } from '../../test-support/child-environment.ts';
import { bootAtrium } from './atrium.ts';
import { openFirm } from './firm.ts';

const atrium = await bootAtrium();
afterAll(atrium.stop);
const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const guides = join(root, 'docs/guides');

test('a client goes from first contact to first login, and analytics has the numbers', async () => {
  const tour = join(root, 'scripts/tour.ts');
  const env = { ...childEnvironment(), BASE_URL: atrium.address, DATA_DIR: atrium.dataDir };
  const { stdout } = await run(process.execPath, [tour], { env });
  expect(stdout).toContain('The tour is complete.');
  expect(stdout).toMatch(/contact\.created\s+\S+Z {2}TENANT_STAFF {2}1/);
  expect(stdout).toMatch(/login\.success\s+\S+Z {2}CONTACT {2}1/);
});

/** Returns the blocks of a guide that a shell runs, as one text. */
function linesOf(guide: string): string {
  const blocks = readFileSync(join(guides, guide), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms);
  return [...blocks].map(([, lines]) => lines).join('\n');
}

test('every line of the guides runs as it stands', async ({ skip }) => {
  for (const program of ['bash', 'curl', 'jq'])
    if (spawnSync(program, ['--version']).status !== 0) skip(`${program} is not installed`);
  const first = 'getting-started.md';
  const others = readdirSync(guides).filter((name) => name.endsWith('.md') && name !== first);
  expect(others.length).toBeGreaterThan(4);
  // What the first guide sets up, the others find; each has a folder of its own.
  // What one leaves running ends with it, or the shell that a failed line ended would be waited for.
  const ends = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT`;
  const alone = (guide: string) =>
    `echo "== ${guide}"\nmkdir ${guide}.d\n(\n${ends}\ncd ${guide}.d\n${linesOf(guide)}\n)\n`;
  const script = `set -euo pipefail\n${linesOf(first)}\n${others.map(alone).join('')}echo "== done"\n`;
  const { account, call, adviser } = await openFirm(atrium, 'ADMIN');
  const rules = `/api/tenants/${adviser['x-tenant-uuid']}/security`;
  expect((await call('PUT', rules, { assistants: 'READ' }, adviser)).status).toBe(200);
  const env = {
    ...childEnvironment(),
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    ATRIUM_HOME: root,
    ATRIUM_URL: atrium.address,
    ATRIUM_EMAIL: account.email,
    ATRIUM_PASSWORD: account.password,
  };
  const cwd = mkdtempSync(join(tmpdir(), 'guides-'));
  const { stdout } = await run('bash', ['-c', script], { cwd, env }).catch((error) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  expect(stdout).toMatch(/== done\n$/);
});
