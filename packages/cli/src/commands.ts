import { api } from './api/commands.ts';
import { auditVerify } from './audit/commands.ts';
import type { Command } from './command.ts';
import { completion } from './completion/commands.ts';
import { contactsExport, contactsImport } from './contacts/commands.ts';
import { eventsExport, eventsImport } from './events/commands.ts';
import { mcp } from './mcp/commands.ts';
import { login, logout } from './sign-in/commands.ts';
import { version } from './version-command.ts';
import { webhooksListen } from './webhooks/commands.ts';

/** The commands that need an address and a file at most: they run on any machine. */
export const commands: readonly Command[] = [
  login,
  logout,
  api,
  contactsImport,
  contactsExport,
  eventsImport,
  eventsExport,
  auditVerify,
  mcp,
  webhooksListen,
  completion,
  version,
];
