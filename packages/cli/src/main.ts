#!/usr/bin/env node
import { readCommand, UsageError } from './command.ts';
import { readConfig } from './config.ts';
import { exportEvents } from './events/export-events.ts';
import { importEvents } from './events/import-events.ts';
import { help } from './help.ts';
import { openSession } from './session.ts';

try {
  const command = readCommand(process.argv.slice(2));
  if (command.name === 'help') process.stdout.write(help);
  else {
    const session = openSession(readConfig(process.env, command));
    const run = command.name === 'import' ? importEvents : exportEvents;
    process.exitCode = await run(session, command as never);
  }
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`atrium: ${message}\n`);
  if (error instanceof UsageError) process.stderr.write('Try: npx atrium --help\n');
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
