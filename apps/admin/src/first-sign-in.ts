import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignIn } from '@atrium/cli/command.ts';
import { readConfig } from '@atrium/local/config.ts';

/**
 * Returns the first sign-in of the start that `PORT` and `DATA_DIR` mean: the demo firm's administrator,
 * or without the demo the system administrator. Undefined where none was written. Throws ConfigError.
 */
export function firstSignIn(): SignIn | undefined {
  const file = join(readConfig().dataDir, 'bootstrap-credentials.json');
  try {
    const { demo = [], ...administrator } = JSON.parse(readFileSync(file, 'utf8'));
    const ofDemo = demo.find(({ role }: { role: string }) => role === 'TENANT_ADMIN');
    const { email, password } = ofDemo ?? administrator;
    process.stderr.write(`Signing in as ${email}, as ${file} has it\n`);
    return { email, password };
  } catch {
    return undefined;
  }
}
