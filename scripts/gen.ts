import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startThrowawayPostgres } from '@atrium/local/throwaway-postgres.ts';
import { migrate } from '@atrium/platform/database/migrate.ts';
import { dumpSchema } from '@atrium/platform/test-support/dump-schema.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { writeCollection } from './bruno/write-collection.ts';
import {
  cataloguePath,
  formattedCatalogue,
  formattedLimits,
  limitsPath,
} from './fields/write-catalogue.ts';
import { noticesOf } from './notices.ts';
import { makeDocument } from './openapi/make-document.ts';

/**
 * Makes what is generated and committed: the OpenAPI document, the client's types, the collection for
 * Bruno, the notices of others' packages, the schema's dump, the console's catalogue of fields and limits.
 */
const root = join(import.meta.dirname, '..');
const client = join(root, 'packages/api-client');

const document = await makeDocument();
await writeFile(join(client, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
const written = JSON.parse(JSON.stringify(document));
await writeCollection(join(root, 'docs/bruno'), written);
await writeFile(limitsPath, formattedLimits(written));
const cli = join(client, 'node_modules/openapi-typescript/bin/cli.js');
execFileSync(
  process.execPath,
  [cli, 'openapi.json', '-o', 'src/schema.d.ts', '--default-non-nullable=false'],
  {
    cwd: client,
    stdio: 'inherit',
  },
);

await writeFile(join(root, 'THIRD-PARTY-NOTICES'), noticesOf(root));

const postgres = await startThrowawayPostgres();
const url = postgres.url('atrium');
await migrate(url);
const sql = openSql(url);
const schema = await dumpSchema(sql);
await writeFile(join(root, 'apps/platform/schema.sql'), schema);
await writeFile(cataloguePath, formattedCatalogue(schema));
await sql.end();
await postgres.stop();
