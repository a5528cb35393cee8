import { readFile } from 'node:fs/promises';
import type { Db } from '../database/db.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { publishBranding } from '../tenants/branding/publish-branding.ts';

const colors = { neutral: '#64748b', primary: '#2a6f97', sidebar: '#1d3557' };

/** Gives the demo tenant colours and a logo. */
export async function publishDemoBranding(
  means: { db: Db; objects: ObjectStore },
  tenantUuid: string,
  editor: string,
): Promise<void> {
  const files = [
    { type: 'logo', ext: 'svg', content: await load('andes-logo.svg') },
    { type: 'favicon', ext: 'png', content: await load('andes-favicon.png') },
  ] as const;
  await publishBranding(means, tenantUuid, { colors, files, editor });
}

const load = (name: string) => readFile(new URL(`assets/${name}`, import.meta.url));
