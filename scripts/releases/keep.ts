import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsOfToday, pathOf, root, versionOfToday } from './kept.ts';

/**
 * Keeps what callers and databases rely on of the version in package.json: its OpenAPI document, its schema
 * and its migrations, in `releases/vVERSION`. The commit that has them is tagged with the same name.
 */
const release = `v${versionOfToday()}`;
const to = pathOf(release);
if (existsSync(to)) {
  process.stderr.write(`${release} is kept already: raise the version of all packages first\n`);
  process.exit(1);
}
mkdirSync(to, { recursive: true });
const document = JSON.parse(readFileSync(join(root, 'packages/api-client/openapi.json'), 'utf8'));
writeFileSync(join(to, 'openapi.json'), `${JSON.stringify(document)}\n`);
copyFileSync(join(root, 'apps/platform/schema.sql'), join(to, 'schema.sql'));
writeFileSync(join(to, 'migrations.sha256'), `${migrationsOfToday().join('\n')}\n`);
process.stdout.write(`Kept. After the commit is on main: git tag -a ${release} -m ${release}\n`);
