import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

let common: Promise<ReadonlySet<string>> | undefined;

/** Returns whether a password is one of the 30,000 most common, as it is typed or in lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readPasswords();
  const known = await common;
  const typed = password.normalize('NFC');
  return known.has(typed) || known.has(typed.toLowerCase());
}

async function readPasswords(): Promise<ReadonlySet<string>> {
  const text = await readFile(join(import.meta.dirname, 'passwords.txt'), 'utf8');
  return new Set(text.split('\n').filter(Boolean));
}
