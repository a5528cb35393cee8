#!/usr/bin/env node
import { commands } from './commands.ts';
import { runLine } from './run.ts';

process.exitCode = await runLine(
  process.argv.slice(2),
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  },
  commands,
  { program: 'atrium', firstSignIn: () => undefined },
);
