import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { atEndOfFile } from './at-end-of-file.ts';

/** Starts an https server of this machine for some names, whose certificate this process trusts. */
export async function startSecureServer(names: readonly string[], listener: RequestListener) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const subject = ['-nodes', '-days', '2', '-subj', `/CN=${names[0]}`];
  const alternatives = ['-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`];
  await promisify(execFile)('openssl', [
    ...request,
    ...subject,
    ...alternatives,
    ...['-keyout', key, '-out', cert],
  ]);
  const pair = { key: await readFile(key), cert: await readFile(cert) };
  await rm(folder, { recursive: true, force: true });
  setDefaultCACertificates([...getCACertificates('default'), pair.cert.toString()]);
  const server = createServer(pair, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}
