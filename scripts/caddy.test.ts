import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@atrium/local/ports.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { atEndOfFile } from '@atrium/platform/test-support/at-end-of-file.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import { expect, test } from 'vitest';

const shipped = join(import.meta.dirname, '../deploy/caddy/Caddyfile');
const fetched = '/var/tmp/atrium-caddy/usr/bin/caddy';
const caddy = [fetched, 'caddy'].find((each) => spawnSync(each, ['version']).status === 0);
const folder = mkdtempSync(join(tmpdir(), 'atrium-caddy-'));

/** Starts the shipped Caddyfile, where only ports and the issuer differ. Returns the port of https. */
async function startCaddy(program: string, platformPort: number): Promise<number> {
  const [http, https, health] = [
    await freePort('127.0.0.1'),
    await freePort('127.0.0.1'),
    await freePort('127.0.0.1'),
  ];
  const text = readFileSync(shipped, 'utf8')
    .replaceAll('platform:8080', `127.0.0.1:${platformPort}`)
    .replace('http_port 8080', `http_port ${http}\n\tlocal_certs\n\tskip_install_trust`)
    .replace('https_port 8443', `https_port ${https}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${health}`)
    .replace('https:// {', `https://:${https} {`);
  writeFileSync(join(folder, 'Caddyfile'), text);
  const env = {
    ...childEnvironment(),
    PUBLIC_HOST: 'atrium.example',
    STORE_HOST: 'files.example',
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  const child = spawn(program, args, { env, stdio: 'ignore' });
  atEndOfFile(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const lives = () =>
    fetch(`http://127.0.0.1:${health}/`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(lives).toBe(200);
  return https;
}

/** Asks for a path at a name; the status, or that there is no certificate for it. */
async function ask(port: number, name: string, path: string): Promise<number | 'NO_TLS'> {
  const request = get({
    host: '127.0.0.1',
    port,
    path,
    servername: name,
    rejectUnauthorized: false,
    agent: false,
    headers: { host: name },
  });
  try {
    const [response] = await once(request, 'response');
    response.resume();
    return response.statusCode;
  } catch {
    return 'NO_TLS';
  }
}

test('the shipped Caddy gets certificates for proven domains alone, and hides what is for the inside', async ({
  skip,
}) => {
  if (!caddy) return skip('caddy is not installed');
  const w = await world();
  const { tenantUuid } = await w.tenant();
  const domain = `c-${crypto.randomUUID()}.example`;
  await w.db.asPlatform(
    (tx) => tx`
      insert into tenant_domains (tenant_uuid, domain, active, challenge, proven_at)
      values (${tenantUuid}, ${domain}, true, 'x', now())`,
  );
  const port = await startCaddy(caddy, await w.listen());
  // On a busy machine the first handshakes end before their certificate is made.
  for (const name of ['atrium.example', domain])
    await expect.poll(() => ask(port, name, '/health/live')).toBe(200);
  expect(await ask(port, `nobody-${domain}`, '/health/live')).toBe('NO_TLS');
  const hidden = [
    '/metrics',
    '//metrics',
    '/%6detrics',
    '/internal/tls/ask?domain=x',
    '/Internal/tls/ask',
    '/x/../internal/tls/ask',
  ];
  for (const path of hidden) expect([path, await ask(port, domain, path)]).toEqual([path, 404]);
});
