import { readConfig } from '../config.ts';
import { run } from '../run.ts';
import { smallServices } from './small-services.ts';

// What `npm start` runs, with small services in place of the real ones: for tests that kill it.
process.exit(await run(() => ({ ...readConfig(), entries: smallServices })));
