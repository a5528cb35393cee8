import { type Command, parse, text, UsageError } from '@atrium/cli/command.ts';
import { readConfig } from '@atrium/local/config.ts';
import { withDatabase } from '@atrium/local/keeping/with-database.ts';
import { openLog } from '@atrium/local/log.ts';

// In this order, so that messages that tell of what is given up of calendars are given up as well.
const kinds = ['calendar', 'mails', 'webhooks'] as const;
type Kind = (typeof kinds)[number];

export const resume: Command = {
  name: 'resume',
  parameters: '[--discard mails,webhooks,calendar]',
  summary: 'lets mails, webhooks, calendars and analytics go on after a restore',
  help: `A restored installation sends nothing until it is told to: mails, webhooks, writes to calendars and the
delivery to analytics wait, and /health/ready says paused. Every replica goes on within seconds.

  --discard KINDS  gives up what waits of the kinds named, with commas between: mails, webhooks, calendar.
                   A mail or message that was given up says so, and so does its meeting. Without it
                   everything goes out, also what went out before the restore and is not known of now.

DATA_DIR says which start is meant (.data of the project), as for npm start; DATABASE_URL a database of
your own. Atrium may run or not. Nothing is given up, and --discard ends with 1, when nothing is paused.
`,
  async run(args) {
    const { values, positionals } = parse(args, { discard: text });
    if (positionals.length > 0) throw new UsageError('resume takes no names');
    const discarded = toKinds(values.discard);
    const config = readConfig();
    // Loaded here because no other command needs them.
    const { resumeOnMachine } = await import('@atrium/platform/background/resume-on-machine.ts');
    const giveUp = await giveUpByKind();
    const log = openLog(config, (line) => void process.stderr.write(line));
    const counts = await withDatabase(config, 'npx atrium resume', log, (url) =>
      resumeOnMachine(
        url,
        discarded.map((kind) => giveUp[kind]),
      ),
    );
    if (!counts) {
      process.stdout.write('Nothing is paused.\n');
      return discarded.length > 0 ? 1 : 0;
    }
    const told = discarded.map((kind, at) => `${counts[at]} of ${kind}`).join(', ');
    process.stdout.write(told ? `Resumed. Given up: ${told}\n` : 'Resumed.\n');
    return 0;
  },
};

function toKinds(given: string | undefined): Kind[] {
  if (given === undefined) return [];
  const words = given.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !kinds.some((kind) => kind === word));
  if (unknown !== undefined)
    throw new UsageError(`--discard takes mails, webhooks and calendar, not "${unknown}"`);
  return kinds.filter((kind) => words.includes(kind));
}

async function giveUpByKind() {
  const [{ giveUpMails }, { giveUpMessages }, { giveUpPushes }] = await Promise.all([
    import('@atrium/platform/mail/outbox/give-up-mails.ts'),
    import('@atrium/platform/webhook-endpoints/delivery/give-up-messages.ts'),
    import('@atrium/platform/calendar/export/give-up-pushes.ts'),
  ]);
  return { mails: giveUpMails, webhooks: giveUpMessages, calendar: giveUpPushes };
}
