import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from './at-end-of-file.ts';
import type { Client } from './client.ts';

/** Returns a folder that holds a console of one script, as CONSOLE_DIR names it. */
export async function builtConsole(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-console-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/main-AbC1.js'), '');
  const files = { styles: [], scripts: [], words: { es: [], en: [] }, screens: [] };
  const manifest = { stamp: 's', first: 'main-AbC1.js', script: 'main-AbC1.js', ...files };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

type PageConfiguration = {
  tenant?: { tenantUuid: string; name: string };
  branding: { assets: { logo: string } };
  passwordLink?: 'READY' | 'EXPIRED' | 'ENDED';
};

/** Returns the configuration that a page of the console holds, and its whole text. */
export async function consolePageAt(client: Client, url: string, headers: object = {}) {
  const { status, body } = await client.get(url, { accept: 'text/html', ...headers });
  const html = String(body);
  const data = /id="console-config">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  return { status, html, configuration: JSON.parse(data) as PageConfiguration };
}
