import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDocument } from './openapi-document.ts';

/** Makes what is generated and committed: the OpenAPI document and the client's types. */
const folder = join(import.meta.dirname, '../packages/api-client');
await writeFile(join(folder, 'openapi.json'), `${JSON.stringify(await makeDocument(), null, 2)}\n`);
execFileSync(
  process.execPath,
  [
    join(folder, 'node_modules/openapi-typescript/bin/cli.js'),
    'openapi.json',
    '-o',
    'src/schema.d.ts',
  ],
  { cwd: folder, stdio: 'inherit' },
);
