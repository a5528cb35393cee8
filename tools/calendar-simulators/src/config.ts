import { type Env, readEnv } from '@atrium/kit/env.ts';

/** The settings of the simulators as a process. Throws ConfigError for what is malformed. */
export function readConfig(environment: Env) {
  const env = readEnv(environment);
  const port = { max: 65_535 };
  const config = {
    portA: env.int('CALENDAR_SIMULATOR_A_PORT', 0, port),
    portB: env.int('CALENDAR_SIMULATOR_B_PORT', 0, port),
    clientId: env.string('CALENDAR_SIMULATOR_CLIENT_ID', 'atrium-local'),
    clientSecret: env.string('CALENDAR_SIMULATOR_CLIENT_SECRET', 'simulated-secret'),
    /** Says where the state is kept between runs; in memory only when unset. */
    stateFile: env.optional('CALENDAR_SIMULATOR_STATE'),
    demo: env.flag('DEMO', true),
  };
  env.done();
  return config;
}
