import { readFileSync } from 'node:fs';

/** Thrown when settings are missing or malformed; its message lists every one of them. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Returns the name of the setting that names a file with the value of another. */
export const fileOf = (name: string): string => `${name}_FILE`;

/** Returns an environment with settings put in the place of what it says of them, itself or by files. */
export function withSettings(env: Env, settings: Env): Env {
  const replaced = new Set(Object.keys(settings).map(fileOf));
  const others = Object.entries(env).filter(([name]) => !replaced.has(name));
  return { ...Object.fromEntries(others), ...settings };
}

/**
 * Reads settings into typed values. Without a fallback a setting is required. Faults are
 * collected, so that one run names all of them: call `done()` after the last read.
 * An empty string counts as unset. Every setting NAME can be given as NAME_FILE, the file that holds
 * it; a line break at the file's end is not part of the value.
 */
export function readEnv(env: Env) {
  const faults: string[] = [];

  function readValue(name: string): string | undefined {
    const file = env[fileOf(name)];
    if (!file) return env[name];
    if (env[name]) return fault(`${name} and ${fileOf(name)} are both set`, env[name]);
    try {
      return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return fault(`${fileOf(name)} names ${file}, which cannot be read (${code})`, undefined);
    }
  }

  function fault<T>(text: string, instead: T): T {
    faults.push(text);
    return instead;
  }

  function string(name: string, fallback?: string): string {
    const value = readValue(name);
    if (value) return value;
    return fallback ?? fault(`${name} is required`, '');
  }

  function optional(name: string): string | undefined {
    return readValue(name) || undefined;
  }

  function int(
    name: string,
    fallback?: number,
    range: { min?: number; max?: number } = {},
  ): number {
    const text = readValue(name);
    if (!text) return fallback ?? fault(`${name} is required`, 0);
    const { min = 0, max = Number.MAX_SAFE_INTEGER } = range;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
    return fault(`${name} must be a whole number from ${min} to ${max}, not "${text}"`, 0);
  }

  function flag(name: string, fallback: boolean): boolean {
    const text = readValue(name)?.toLowerCase();
    if (!text) return fallback;
    if (['on', 'true', '1', 'yes'].includes(text)) return true;
    if (['off', 'false', '0', 'no'].includes(text)) return false;
    return fault(`${name} must be on or off, not "${text}"`, fallback);
  }

  function url(name: string, fallback?: string): string {
    const value = string(name, fallback);
    if (value && !URL.canParse(value)) faults.push(`${name} must be a URL`);
    return value.replace(/\/+$/, '');
  }

  function oneOf<const T extends string>(name: string, values: readonly T[], fallback?: T): T {
    const value = string(name, fallback);
    const found = values.find((each) => each === value);
    return found ?? fault(`${name} must be one of ${values.join(', ')}`, values[0] as T);
  }

  /** Throws a ConfigError when any setting read so far was at fault. */
  function done(): void {
    if (faults.length > 0) throw new ConfigError([...new Set(faults)].join('; '));
  }

  return { string, optional, int, flag, url, oneOf, fault, done };
}
