import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@atrium/local/ports.ts';
import { waitUntil } from '@atrium/local/wait-until.ts';

const deploy = join(import.meta.dirname, '../../../deploy/nginx');

export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0;

/** Starts nginx with a shipped file, where only names, the port and TLS differ; it works in a folder. */
export async function startProxy(
  directory: string,
  ports: readonly number[],
  file = 'atrium.conf',
): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort('127.0.0.1');
  const text = (await readFile(join(deploy, file), 'utf8'))
    .replace('platform-1:8080', `127.0.0.1:${ports[0]}`)
    .replace('platform-2:8080', `127.0.0.1:${ports[1] ?? ports[0]}`)
    .replaceAll('platform:8080', `127.0.0.1:${ports[0]}`)
    .replace(/listen (443 ssl http2|8080);/, `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_\w+ .*;$/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  const main = `daemon off; master_process off; pid ${directory}/nginx.pid;
error_log ${directory}/nginx.log warn;
events { worker_connections 1024; }
http { access_log off; ${temporary.join(' ')} ${text} }`;
  await writeFile(join(directory, 'nginx.conf'), main);
  const child = spawn('nginx', ['-p', directory, '-c', join(directory, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${origin}/health/ready`).catch(() => undefined))?.ok;
  if (!(await waitUntil(async () => (await isReady()) === true, 60_000, 50)))
    throw new Error(`Nothing is ready behind ${origin}`);
  return { origin, child };
}
