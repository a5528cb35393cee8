import { parseArgs } from 'node:util';

/** The command line asks for what does not exist. `about` is whose help tells what does. */
export class UsageError extends Error {
  override name = 'UsageError';
  readonly about: string | undefined;

  constructor(message: string, about?: string) {
    super(message);
    this.about = about;
  }
}

/** What the machine that runs a command lends it. */
export type Here = {
  /** Returns who may sign in to the start that keeps its data here, when nobody else is named. */
  firstSignIn(): SignIn | undefined;
  /** How the program is called here; in the project `npx atrium`. */
  program?: string;
  /** All that `atrium` takes here, beside the operations. */
  commands?: readonly Command[];
};
export type SignIn = { email: string; password: string };

/** A command as it is typed behind `atrium`. */
export type Command = {
  /** `events import` */
  name: string;
  /** The arguments after the name: `FILE [options]`. */
  parameters: string;
  summary: string;
  /** Its options and what is worth knowing, for `atrium <name> --help`. */
  help: string;
  /** Runs it and answers the exit code. Throws UsageError for arguments that it does not take. */
  run(args: string[], here: Here): Promise<number>;
};

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

/** The address of Atrium, the tenant and the kept sign-in: options of every command that signs in. */
export const place = { url: text, tenant: text, profile: text } as const;

/** Reads options and the words between them. Throws UsageError. */
export function parse<O extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: string[],
  options: O,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Returns the one word that a command takes. Throws UsageError when there is none, or more. */
export function one(command: string, what: string, words: string[]): string {
  const [word, ...more] = words;
  if (!word || more.length > 0) throw new UsageError(`${command} takes one ${what}`);
  return word;
}

export function uuid(option: string, value: string | undefined): string | undefined {
  if (value === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
    return value?.toLowerCase();
  throw new UsageError(`--${option} is not a UUID`);
}

export function count(
  name: string,
  value: string | undefined,
  fallback: number,
  most: number,
): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new UsageError(`--${name} must be a whole number from 1 to ${most}`);
}
