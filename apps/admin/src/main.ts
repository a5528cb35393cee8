#!/usr/bin/env node
import { runLine } from '@atrium/cli/run.ts';
import { commands } from './commands.ts';
import { firstSignIn } from './first-sign-in.ts';

process.exitCode = await runLine(
  process.argv.slice(2),
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  },
  commands,
  { firstSignIn },
);
