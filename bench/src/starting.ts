import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';

/** Seconds from `npm start` to ready, the first time and later, and memory once it idles. */
export async function measureStart({ check, print }: Goals, dataDir: string): Promise<void> {
  const first = await startAtrium(dataDir);
  await first.stop();
  const later = await startAtrium(dataDir);
  check('first start, command to ready', first.seconds, 's', { atMost: 8 });
  check('later start, command to ready', later.seconds, 's', { atMost: 3 });

  await later.idle();
  const memory = await later.memory();
  for (const { name, mb } of memory) print(`        ${mb.toFixed(0).padStart(4)} MB  ${name}`);
  const total = memory.reduce((sum, each) => sum + each.mb, 0);
  check('idle memory without PostgreSQL', total, 'MB', { atMost: 500 });
  await later.stop();
}
