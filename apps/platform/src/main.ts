import { runService } from '@atrium/kit/service.ts';
import { toConfig } from './config.ts';
import { startPlatform } from './start.ts';

await runService(() => startPlatform(toConfig(process.env)), process.env);
