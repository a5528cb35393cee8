import type { Command } from './command.ts';

const who = `Who you are comes from "atrium login", or from the environment, so that no secret is on a command line:
  ATRIUM_EMAIL, ATRIUM_PASSWORD   signs in, and again when the token expires
  ATRIUM_CLIENT_ID, ATRIUM_CLIENT_SECRET   a machine's credential instead
  ATRIUM_TOKEN                    a personal token, or an access token, instead
  ATRIUM_PROFILE, --profile NAME  a sign-in that atrium login keeps (default)
  ATRIUM_URL                      where Atrium is (http://127.0.0.1:8080)
Without them PORT and DATA_DIR tell which start on this machine is meant, as for npm start, and its
first sign-ins are taken: the demo firm's administrator, or without the demo the system administrator.
`;

/** Returns the list of commands, in a line each, and the areas of operations. */
export function helpOf(
  commands: readonly Command[],
  areas: readonly string[],
  program: string,
): string {
  const lines = commands.map(({ name, parameters, summary }) => [`${name} ${parameters}`, summary]);
  const width = Math.max(...lines.map(([usage = '']) => usage.length));
  const list = lines.map(
    ([usage = '', summary]) => `  ${program} ${usage.padEnd(width)}  ${summary}`,
  );
  return `atrium - Atrium from the command line

${list.join('\n')}

Any operation of the API is called as
  ${program} AREA OPERATION [--name value] [--body JSON|@FILE|-] [options]

The areas: ${areas.join(', ')}

  ${program} AREA --help      the operations of an area
  ${program} COMMAND --help   what a command or an operation takes
  ${program} --version

${who}`;
}

/** Returns the help of one command. */
export function helpOfOne({ name, parameters, summary, help }: Command, program: string): string {
  return `${program} ${name} ${parameters}\n\n${summary}.\n\n${help}`;
}
