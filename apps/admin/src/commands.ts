import type { Command } from '@atrium/cli/command.ts';
import { commands as anywhere } from '@atrium/cli/commands.ts';
import { adminReset } from './admin-commands.ts';
import { backup } from './backup-command.ts';
import { doctor } from './doctor-command.ts';
import { keysReseal } from './key-commands.ts';
import { keysBackup } from './keys-backup-command.ts';
import { reset } from './machine-commands.ts';
import { migrateSchema } from './migrate-command.ts';
import { restore, restoreDrill } from './restore-commands.ts';
import { resume } from './resume-command.ts';
import { securityReset } from './security-commands.ts';
import { ssoReset } from './sso-commands.ts';

/** Lists what `npx atrium` takes: the commands of any machine, and those that need the installation's own. */
export const commands: readonly Command[] = [
  ...anywhere,
  keysBackup,
  backup,
  restore,
  restoreDrill,
  reset,
  migrateSchema,
  doctor,
  keysReseal,
  resume,
  adminReset,
  securityReset,
  ssoReset,
];
