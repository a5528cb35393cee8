import { runService } from '@atrium/kit/service.ts';
import { readConfig } from './config.ts';
import { startSimulators } from './start-simulators.ts';

await runService(async () => {
  const simulators = await startSimulators(readConfig(process.env));
  return { address: `${simulators.a.url} and ${simulators.b.url}`, stop: simulators.close };
});
