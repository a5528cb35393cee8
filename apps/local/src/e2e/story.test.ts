import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { childEnvironment } from '../../test-support/child-environment.ts';
import { bootAtrium } from './atrium.ts';

const atrium = await bootAtrium();
afterAll(atrium.stop);

test('a client goes from first contact to first login, and analytics has the numbers', async () => {
  const tour = join(import.meta.dirname, '../../../../scripts/tour.ts');
  const env = { ...childEnvironment(), BASE_URL: atrium.address, DATA_DIR: atrium.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [tour], { env });
  expect(stdout).toContain('The tour is complete.');
  expect(stdout).toMatch(/contact\.created\s+\S+Z {2}TENANT_STAFF {2}1/);
  expect(stdout).toMatch(/login\.success\s+\S+Z {2}CONTACT {2}1/);
});
