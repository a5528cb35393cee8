import { senderTo } from '../../../client/src/connection.ts';
import { type Command, flag, parse, text, UsageError } from '../command.ts';
import { plainLine } from '../plain-line.ts';
import { statedProfile, urlOf } from './config.ts';
import { openProfiles, profileName } from './profiles.ts';
import { openBrowser, signInByBrowser } from './sign-in-by-browser.ts';
import { patienceMs } from './token-request.ts';

const which = `  --profile NAME  another sign-in than "default"; commands take it too, or ATRIUM_PROFILE
`;

export const login: Command = {
  name: 'login',
  parameters: '[--url URL] [--profile NAME] [--no-browser]',
  summary: 'signs in by the browser and keeps the session for the commands of this person',
  help: `  --url URL       where Atrium is; else ATRIUM_URL
${which}  --no-browser    prints the address, which is to be opened in a browser of this machine

The session is kept in $XDG_CONFIG_HOME/atrium (~/.config/atrium), in a file that nobody else may read.
`,
  async run(args) {
    const options = { url: text, profile: text, 'no-browser': flag };
    const { values, positionals } = parse(args, options);
    if (positionals.length > 0) throw new UsageError('login takes options only');
    const name = profileName(values.profile ?? statedProfile());
    const url = urlOf(values.url);
    const profile = await signInByBrowser(url, (address) => {
      if (values['no-browser']) return void process.stdout.write(`${address}\n`);
      process.stderr.write(`If no browser opens, open this address:\n${address}\n`);
      openBrowser(address);
    });
    const profiles = openProfiles();
    await profiles.alone(name, async () => profiles.save(name, profile));
    process.stdout.write(`Signed in at ${plainLine(url)} as the profile ${name}\n`);
    return 0;
  },
};

export const logout: Command = {
  name: 'logout',
  parameters: '[--profile NAME]',
  summary: 'ends the session of a profile and forgets it',
  help: which,
  async run(args) {
    const { values, positionals } = parse(args, { profile: text });
    if (positionals.length > 0) throw new UsageError('logout takes options only');
    const name = profileName(values.profile ?? statedProfile());
    const profiles = openProfiles();
    return profiles.alone(name, async () => {
      const profile = profiles.read(name);
      if (!profile) throw new Error(`There is no profile ${name}`);
      profiles.remove(name);
      const { url, refreshToken } = profile;
      const answer = await senderTo({ baseUrl: url })('/api/auth/logout', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
        signal: AbortSignal.timeout(patienceMs),
      }).catch(() => undefined);
      if (!answer || answer.status >= 500)
        throw new Error(
          `The profile is forgotten, but ${url} could not be told: end its session there`,
        );
      process.stdout.write(`Signed out of ${plainLine(url)}\n`);
      return 0;
    });
  },
};
