import { runService } from '@atrium/kit/service.ts';
import { readConfig } from './config.ts';
import { startSimulators } from './start-simulators.ts';

await runService(async () => {
  const simulators = await startSimulators(readConfig(process.env));
  // For the supervisor, which hands them on to the platform.
  process.send?.({ type: 'settings', settings: simulators.environment });
  return { address: `${simulators.a.url} and ${simulators.b.url}`, stop: simulators.close };
});
