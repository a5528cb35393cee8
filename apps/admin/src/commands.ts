import type { Command } from '@atrium/cli/command.ts';
import { commands as anywhere } from '@atrium/cli/commands.ts';
import { adminReset } from './admin-commands.ts';
import { doctor } from './doctor-command.ts';
import { keysReseal } from './key-commands.ts';
import { backup, reset, restore } from './machine-commands.ts';
import { migrateSchema } from './migrate-command.ts';
import { resume } from './resume-command.ts';
import { securityReset } from './security-commands.ts';
import { ssoReset } from './sso-commands.ts';

/** Lists what `npx atrium` takes: the commands of any machine, and those that need the installation's own. */
export const commands: readonly Command[] = [
  ...anywhere,
  backup,
  restore,
  reset,
  migrateSchema,
  doctor,
  keysReseal,
  resume,
  adminReset,
  securityReset,
  ssoReset,
];
