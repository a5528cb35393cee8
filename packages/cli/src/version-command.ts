import manifest from '../package.json' with { type: 'json' };
import { type Command, parse, UsageError } from './command.ts';

export const version: Command = {
  name: 'version',
  parameters: '',
  summary: 'says which version this is',
  help: `The release of this program. GET /version of an installation says which one runs there.
`,
  async run(args) {
    if (parse(args, {}).positionals.length > 0) throw new UsageError('version takes no names');
    process.stdout.write(`atrium ${manifest.version}\n`);
    return 0;
  },
};
