import { readConfig } from '../src/config.ts';
import { run } from '../src/run.ts';
import { smallServices } from './small-services.ts';

// The supervisor that `npm start` runs, with small services in place of the real ones: for tests that kill it.
process.exit(await run(() => ({ ...readConfig(), entries: smallServices })));
