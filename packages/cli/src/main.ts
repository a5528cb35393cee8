#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };
import { UsageError } from './command.ts';
import { commands } from './commands.ts';
import { helpOf, helpOfOne } from './help.ts';
import { plainLine } from './plain-line.ts';

process.exitCode = await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`atrium: ${error.message.split('\n').map(plainLine).join('\n')}\n`);
  if (!(error instanceof UsageError)) return 1;
  process.stderr.write('Try: npx atrium --help\n');
  return 2;
});

async function run(given: string[]): Promise<number> {
  const [first = 'help', ...others] = given;
  const args = first === 'help' && others.length > 0 ? [...others, '--help'] : [first, ...others];
  const isMeant = ({ name }: { name: string }) => `${args.join(' ')} `.startsWith(`${name} `);
  const command = commands.find(isMeant);
  const asksHelp = args.some((each) => each === '--help' || each === '-h');
  if (command && !asksHelp) return command.run(args.slice(command.name.split(' ').length));
  if (command) return say(helpOfOne(command));
  if (asksHelp || first === 'help') return say(helpOf(commands));
  if (first === '--version' || first === '-v') return say(`atrium ${manifest.version}\n`);
  const words = args.filter((each) => !each.startsWith('-')).slice(0, 2);
  throw new UsageError(`There is no command "${words.join(' ')}"`);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
