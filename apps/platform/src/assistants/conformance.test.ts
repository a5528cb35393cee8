import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { request as ask, createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../../test-support/at-end-of-file.ts';
import { world } from '../../test-support/world.ts';

/** What the suite asks of any server. The other scenarios call tools, prompts and resources of a server made for it. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/** Returns the suite's program; undefined where it is not installed. */
function suite(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(
      '@modelcontextprotocol/conformance/dist/index.js',
    );
  } catch {
    return undefined;
  }
}

/**
 * Opens a way to the platform that adds a token, which the suite has no option for, and lets all else pass
 * as it is; the way's own address becomes that of the platform.
 */
async function wayWith(token: string, port: number): Promise<string> {
  const server = createServer((came, answer) => {
    const here = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const moved = Object.entries(came.headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(here, `127.0.0.1:${port}`) : value,
    ]);
    const headers = { ...Object.fromEntries(moved), authorization: `Bearer ${token}` };
    const passed = ask({ port, host: '127.0.0.1', path: came.url, method: came.method, headers });
    passed.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    came.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test('the conformance suite of the protocol finds nothing that assistants would miss', async ({
  skip,
}) => {
  const program = suite();
  if (!program) return skip('@modelcontextprotocol/conformance is not installed: npm ci');
  const w = await world();
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  await admin.put(`/api/tenants/${tenant.tenantUuid}/security`, { assistants: 'READ' });
  const { body } = await admin.post('/api/auth/me/tokens', {
    name: 'Suite',
    scopes: ['contacts:read'],
  });
  const url = await wayWith(body.token, await w.listen());
  const cwd = await mkdtemp(join(tmpdir(), 'conformance-'));
  const options = { cwd, env: childEnvironment(), timeout: 200_000 };
  const told = await Promise.all(
    scenarios.map((scenario) =>
      promisify(execFile)(
        process.execPath,
        [program, 'server', '--url', url, '--scenario', scenario],
        options,
      ).then(
        () => `${scenario} passes`,
        ({ stdout, stderr }) => `${scenario}: ${stdout}${stderr}`,
      ),
    ),
  );
  expect(told).toEqual(scenarios.map((scenario) => `${scenario} passes`));
});
