import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Nullable } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import manifest from '../../package.json' with { type: 'json' };
import { newestMigration } from '../database/migrate.ts';

const root = join(import.meta.dirname, '../../../..');

const Version = Type.Object({
  version: Type.String(),
  commit: Nullable(Type.String({ description: 'What it was built from, if that is known' })),
  schema: Type.String({ description: 'The newest step of the database schema that it knows' }),
});

/** Answers which version runs, read once: `commit` is the setting, else what is checked out. */
export async function versionRoute(app: Server, { commit }: { commit: string | null }) {
  const version = {
    version: manifest.version,
    commit: commit ?? (await checkedOut()),
    schema: await newestMigration(),
  };
  app.get(
    '/version',
    {
      config: { public: true },
      schema: {
        operationId: 'getVersion',
        tags: ['Platform'],
        summary: 'Which version runs',
        description:
          'The release, the commit it was built from, and the newest migration that it knows.',
        response: { 200: Version },
      },
    },
    async () => version,
  );
}

/** Returns the commit of the working copy that this file lies in; null where there is none, or no git. */
async function checkedOut(): Promise<string | null> {
  if (!existsSync(join(root, '.git'))) return null;
  return promisify(execFile)('git', ['-C', root, 'rev-parse', 'HEAD']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}
