import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';

const w = await world({ ATRIUM_COMMIT: 'abc123' });

test('anyone learns which version runs, of which commit and with which schema', async () => {
  const { status, body } = await w.anonymous.get('/version');
  const [{ name } = { name: '' }] = await w.sql<{ name: string }[]>`
    select name from schema_migrations order by name desc limit 1`;
  expect([status, body]).toEqual([
    200,
    { version: expect.stringMatching(/^\d+\.\d+\.\d+/), commit: 'abc123', schema: name },
  ]);
});
