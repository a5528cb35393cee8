import { type Command, parse, place, UsageError } from '../command.ts';
import { openSession } from '../session.ts';
import { passLinesOn } from './pass-lines-on.ts';

/** Lets an assistant on this machine, which speaks over its input and output, ask Atrium. */
export const mcp: Command = {
  name: 'mcp',
  parameters: '[options]',
  summary: 'lets an assistant on this machine read what you may read (Model Context Protocol)',
  help: `  --url URL       where Atrium is

An assistant starts it, and sends one message a line. It takes a personal token from ATRIUM_TOKEN, and the
firm has to let assistants in. In the settings of an assistant:
  {"command": "npx", "args": ["atrium", "mcp"], "env": {"ATRIUM_URL": "…", "ATRIUM_TOKEN": "atr_…"}}
`,
  async run(args, here) {
    const { values, positionals } = parse(args, { url: place.url });
    if (positionals.length > 0) throw new UsageError('mcp takes options only');
    const session = openSession({ ...values, byToken: true }, here);
    await passLinesOn(process.stdin, process.stdout, (init) => session.fetch('/mcp', () => init));
    return 0;
  },
};
