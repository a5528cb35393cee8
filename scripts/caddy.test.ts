import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { freePort } from '@atrium/local/ports.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { atEndOfFile } from '@atrium/platform/test-support/at-end-of-file.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import { expect, test, vi } from 'vitest';

const shipped = join(import.meta.dirname, '../deploy/caddy/Caddyfile');
const fetched = '/var/tmp/atrium-caddy/usr/bin/caddy';
const caddy = [fetched, 'caddy'].find((each) => spawnSync(each, ['version']).status === 0);
const issuers = ['/var/tmp/atrium-pebble/usr/bin', '/usr/bin'];
const pebble = issuers.find(
  (each) => spawnSync(join(each, 'pebble-challtestsrv'), ['-h']).status !== null,
);
const folder = mkdtempSync(join(tmpdir(), 'atrium-caddy-'));

/** Starts a program and waits until it listens. One that ends instead is an error with what it said. */
async function run(
  program: string,
  args: string[],
  address: string,
  settings: Record<string, string> = {},
): Promise<void> {
  const env = { ...childEnvironment(), ...settings };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  atEndOfFile(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
      return listens(address);
    },
    { timeout: 60_000, interval: 50 },
  );
}

async function listens(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${address}`);
  const socket = connect(Number(port), hostname);
  const answers = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answers;
}

/**
 * Starts an issuer that asks by ACME at these ports whether a name is Caddy's, and for which every name is this
 * machine's. Returns what Caddy's file says of it.
 */
async function startIssuer(programs: string, http: number, https: number): Promise<string> {
  const at = async () => `127.0.0.1:${await freePort('127.0.0.1')}`;
  const [listenAddress, managementListenAddress, dns, told] = [
    await at(),
    await at(),
    await at(),
    await at(),
  ];
  const [certificate, privateKey] = [join(folder, 'issuer.pem'), join(folder, 'issuer.key')];
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=issuer'];
  const files = ['-addext', 'subjectAltName=IP:127.0.0.1', '-out', certificate];
  execFileSync('openssl', [...make, ...files, '-keyout', privateKey], { stdio: 'ignore' });
  const ports = { httpPort: http, tlsPort: https };
  const addresses = { listenAddress, managementListenAddress };
  const config = join(folder, 'issuer.json');
  writeFileSync(
    config,
    JSON.stringify({ pebble: { ...addresses, ...ports, certificate, privateKey } }),
  );
  // What one version calls -dns01 another calls -dnsserver, which serves by HTTPS too.
  const answering = join(programs, 'pebble-challtestsrv');
  const help = spawnSync(answering, ['-h'], { encoding: 'utf8' }).stderr;
  const answers = [help.includes('-dns01') ? '-dns01' : '-dnsserver', dns, '-management', told];
  const off = ['-defaultIPv6', '-http01', '-https01', '-tlsalpn01', '-doh'].filter((option) =>
    help.includes(`${option} `),
  );
  const without = off.flatMap((option) => [option, '']);
  // Both are there before Caddy is: it asks again only after a minute.
  await run(answering, [...answers, '-defaultIPv4', '127.0.0.1', ...without], dns);
  const nobodyWaits = { PEBBLE_VA_NOSLEEP: '1' };
  const asked = ['-config', config, '-dnsserver', dns];
  await run(join(programs, 'pebble'), asked, listenAddress, nobodyWaits);
  return `acme_ca https://${listenAddress}/dir\n\tacme_ca_root ${certificate}`;
}

/** Starts the shipped Caddyfile, where only ports and the issuer differ. Returns the port of https. */
async function startCaddy(program: string, platformPort: number): Promise<number> {
  const [http, https, health] = [
    await freePort('127.0.0.1'),
    await freePort('127.0.0.1'),
    await freePort('127.0.0.1'),
  ];
  const issuer = pebble ? await startIssuer(pebble, http, https) : 'local_certs';
  const text = readFileSync(shipped, 'utf8')
    .replaceAll('platform:8080', `127.0.0.1:${platformPort}`)
    .replace('http_port 8080', `http_port ${http}\n\t${issuer}\n\tskip_install_trust`)
    .replace('https_port 8443', `https_port ${https}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${health}`)
    .replace('https:// {', `https://:${https} {`);
  writeFileSync(join(folder, 'Caddyfile'), text);
  const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  await run(program, args, `127.0.0.1:${health}`, {
    PUBLIC_HOST: 'atrium.example',
    STORE_HOST: 'files.example',
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  });
  const lives = () =>
    fetch(`http://127.0.0.1:${health}/`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(lives).toBe(200);
  return https;
}

const issuedBy = new Set<string | string[]>();

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
    issuedBy.add((response.socket as TLSSocket).getPeerCertificate().issuer.CN ?? '');
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
  for (const name of issuedBy) expect(name).toContain(pebble ? 'Pebble' : 'Caddy');
  expect(issuedBy.size).toBeGreaterThan(0);
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
