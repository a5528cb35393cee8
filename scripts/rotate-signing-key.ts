import { join } from 'node:path';
import { rotateSigningKey } from '@atrium/local/secrets.ts';

/** A new key to sign access tokens with, for an embedded start: `node scripts/rotate-signing-key.ts`, then start again. */
const dataDir = process.env.DATA_DIR || '.data';
await rotateSigningKey(join(dataDir, 'secrets.json'));
process.stdout.write(
  'A new key signs from the next start on; tokens of the old one stay valid until they expire.\n',
);
