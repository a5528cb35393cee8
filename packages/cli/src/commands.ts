import { api } from './api/commands.ts';
import { auditVerify } from './audit/commands.ts';
import type { Command } from './command.ts';
import { contactsExport, contactsImport } from './contacts/commands.ts';
import { eventsExport, eventsImport } from './events/commands.ts';
import { adminReset } from './machine/admin-commands.ts';
import { backup, reset, restore } from './machine/commands.ts';

export const commands: readonly Command[] = [
  api,
  contactsImport,
  contactsExport,
  eventsImport,
  eventsExport,
  auditVerify,
  backup,
  restore,
  reset,
  adminReset,
];
