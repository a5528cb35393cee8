import { AtriumError } from '../../client/src/errors.ts';
import manifest from '../package.json' with { type: 'json' };
import { type Command, type Here, UsageError } from './command.ts';
import { helpOf, helpOfOne } from './help.ts';
import { helpOfArea, helpOfOperation } from './operations/help.ts';
import { readCatalogue } from './operations/read-catalogue.ts';
import { runOperation } from './operations/run-operation.ts';
import { plainLine } from './plain-line.ts';

/** Takes what is said about commands. What a command itself says goes to this process's streams. */
type Voice = { out: (text: string) => void; err: (text: string) => void };

/** Runs a command line, without the program's name. Returns its exit code: 0, 1 (failed), 2 (not understood). */
export async function runLine(
  given: readonly string[],
  { out, err }: Voice,
  commands: readonly Command[],
  lent: Here,
): Promise<number> {
  const here = { program: 'npx atrium', ...lent, commands };
  try {
    return await run(given, out, commands, here);
  } catch (error) {
    err(
      `atrium: ${wordsOf(error as Error)
        .split('\n')
        .map(plainLine)
        .join('\n')}\n`,
    );
    if (!(error instanceof UsageError)) return 1;
    err(`Try: ${[here.program, error.about, '--help'].filter(Boolean).join(' ')}\n`);
    return 2;
  }
}

/** Returns what an error says; of a refusal its status and code too, and the request that was refused. */
function wordsOf(error: Error): string {
  if (!(error instanceof AtriumError)) return error.message;
  const { status, message, requestId } = error;
  return `${status} ${message}${requestId ? ` (request ${requestId})` : ''}`;
}

async function run(
  given: readonly string[],
  out: (text: string) => void,
  commands: readonly Command[],
  here: Here & { program: string },
): Promise<number> {
  const say = (text: string) => {
    out(text);
    return 0;
  };
  const [first = 'help', ...others] = given;
  const args = first === 'help' && others.length > 0 ? [...others, '--help'] : [first, ...others];
  const isMeant = ({ name }: { name: string }) => `${args.join(' ')} `.startsWith(`${name} `);
  const command = commands.find(isMeant);
  const asksHelp = args.some((each) => each === '--help' || each === '-h');
  if (command && !asksHelp) return command.run(args.slice(command.name.split(' ').length), here);
  if (command) return say(helpOfOne(command, here.program));
  if (first === '--version' || first === '-v') return say(`atrium ${manifest.version}\n`);
  const catalogue = readCatalogue();
  const [area = '', name = '', ...rest] = args;
  const operations = Object.hasOwn(catalogue, area) ? catalogue[area] : undefined;
  const operation = operations && Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation && asksHelp)
    return say(helpOfOperation(`${here.program} ${area} ${name}`, operation));
  if (operation) return runOperation(operation, rest, here);
  if (operations && asksHelp) return say(helpOfArea(`${here.program} ${area}`, operations));
  if (asksHelp || first === 'help')
    return say(helpOf(commands, Object.keys(catalogue), here.program));
  const words = args.filter((each) => !each.startsWith('-')).slice(0, 2);
  throw new UsageError(`There is no command "${words.join(' ')}"`, operations && area);
}
