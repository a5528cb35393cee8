import { readFile } from 'node:fs/promises';
import type { Tx } from '../database/transaction.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { publishBranding } from '../tenants/branding/publish-branding.ts';

const colors = { neutral: '#64748b', primary: '#2a6f97', sidebar: '#1d3557' };

/** Gives the demo tenant colours and a logo. */
export async function publishDemoBranding(
  tx: Tx,
  objects: ObjectStore,
  editor: string,
): Promise<void> {
  const [logo, favicon] = await Promise.all(['andes-logo.svg', 'andes-favicon.png'].map(load));
  if (!logo || !favicon) return;
  await publishBranding(tx, objects, {
    colors,
    files: [
      { type: 'logo', ext: 'svg', content: logo },
      { type: 'favicon', ext: 'png', content: favicon },
    ],
    editor,
  });
}

const load = (name: string) => readFile(new URL(`assets/${name}`, import.meta.url));
