import { readConfig } from './config.ts';
import { run } from './run.ts';

process.exit(await run(readConfig));
