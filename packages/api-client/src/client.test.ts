import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');

test('the client’s types are what the committed OpenAPI document gives; else run npm run gen', async () => {
  const cli = join(folder, 'node_modules/openapi-typescript/bin/cli.js');
  const generated = execFileSync(
    process.execPath,
    [cli, 'openapi.json', '--default-non-nullable=false'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 16_777_216,
    },
  );
  expect((await readFile(join(folder, 'src/schema.d.ts'), 'utf8')).trim()).toBe(generated.trim());
});
