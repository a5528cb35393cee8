import { join } from 'node:path';
import type { Config } from '../src/config.ts';

const entry = join(import.meta.dirname, 'small-service.ts');

/** Entry points that put the small service in place of the real ones. */
export const smallServices: Config['entries'] = {
  platform: entry,
  analytics: entry,
  calendars: entry,
  console: undefined,
};
