import { type Command, parse, place, text, UsageError } from '../command.ts';
import { openCaller } from '../operations/caller.ts';
import { readCatalogue } from '../operations/read-catalogue.ts';
import { listen } from './listen.ts';

const many = { ...text, multiple: true } as const;

export const webhooksListen: Command = {
  name: 'webhooks listen',
  parameters: '[--forward-to URL] [options]',
  summary: 'forwards webhooks to a program on this machine while it runs',
  help: `  --forward-to URL    where each message is posted; without it they are shown only
  --event-types LIST  what to be told of, with commas; everything where it is absent
  --url URL           where Atrium is
  --tenant UUID       another tenant; for system administrators
  --profile NAME      a sign-in that atrium login keeps

It makes an endpoint whose messages it reads, so nothing needs to reach this machine, prints the secret that
signs them (Standard Webhooks), and removes the endpoint on Ctrl-C. It goes on after a lost connection. A
message that the program refuses is told of and not sent again.
`,
  run(args, here) {
    const options = { ...place, 'forward-to': text, 'event-types': many };
    const { values, positionals } = parse(args, options);
    if (positionals.length > 0) throw new UsageError('webhooks listen takes options only');
    const target = values['forward-to'];
    if (target !== undefined && !/^https?:$/.test(protocolOf(target)))
      throw new UsageError('--forward-to is not an http address');
    const eventTypes = (values['event-types'] ?? [])
      .flatMap((each) => each.split(','))
      .map((each) => each.trim())
      .filter(Boolean);
    const operations = readCatalogue().webhooks ?? {};
    return listen({ call: openCaller(values, here), operations, target, eventTypes });
  },
};

const protocolOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).protocol : '';
