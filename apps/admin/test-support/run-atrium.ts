import { runLine } from '@atrium/cli/run.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { vi } from 'vitest';
import { commands } from '../src/commands.ts';
import { firstSignIn } from '../src/first-sign-in.ts';

export type Said = { code: number; out: string; err: string };

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line of `npx atrium` to its end, with an environment of its own, as `main.ts` does, but in
 * this process, which has loaded what it needs. One runs after the other.
 */
export function atrium(
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<Said> {
  const said = last.then(() => run(args, settings));
  last = said.catch(() => undefined);
  return said;
}

async function run(args: readonly string[], settings: Record<string, string>): Promise<Said> {
  const said = { out: '', err: '' };
  const { HOME = '' } = process.env;
  for (const [name, value] of Object.entries({ ...childEnvironment(), HOME, ...settings }))
    vi.stubEnv(name, value);
  const spies = (
    [
      ['stdout', 'out'],
      ['stderr', 'err'],
    ] as const
  ).map(([stream, to]) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      said[to] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    }),
  );
  const voice = {
    out: (line: string) => void process.stdout.write(line),
    err: (line: string) => void process.stderr.write(line),
  };
  try {
    const code = await runLine(args, voice, commands, { firstSignIn });
    return { code, ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
