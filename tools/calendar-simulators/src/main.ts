import { runService } from '@atrium/kit/service.ts';
import { readConfig } from './config.ts';
import { demoZone, enterDemo } from './demo.ts';
import { keepState, readState } from './saved-state.ts';
import { startSimulators } from './start-simulators.ts';

await runService(async () => {
  const { stateFile, demo, ...options } = readConfig(process.env);
  const state = stateFile ? readState(stateFile) : undefined;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const simulators = await startSimulators({
    ...options,
    httpPushes: true,
    state,
    zone: demo ? demoZone : timeZone,
  });
  if (demo && !state) enterDemo(simulators);
  const saveLast = stateFile ? keepState(stateFile, simulators) : undefined;
  // For the supervisor, which hands them on to the platform.
  process.send?.({ type: 'settings', settings: simulators.environment });
  return {
    address: `${simulators.a.url} and ${simulators.b.url}`,
    async stop() {
      await simulators.close();
      saveLast?.();
    },
  };
}, process.env);
