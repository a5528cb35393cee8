import { callerOf } from '../../../client/src/calls.ts';
import type { Here } from '../command.ts';
import type { Place } from '../config.ts';
import { openConnection } from '../session.ts';

export type Caller = ReturnType<typeof callerOf>;

/** Opens what calls operations by a command's options of place. Throws UsageError and ConfigError. */
export const openCaller = (given: Place, here: Here, send?: typeof fetch): Caller =>
  callerOf(openConnection(given, here, send));
