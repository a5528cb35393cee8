import { createLogger } from '@atrium/kit/logging.ts';
import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';

const lines: string[] = [];
const logTo = { write: (line: string) => void lines.push(line) };
const w = await world({ LOG_LEVEL: 'info', ANALYTICS_URL: 'http://127.0.0.1:9' }, { logTo });

test('of what the database refuses as a value the value stays out of the log, whatever its kind', async () => {
  const logger = createLogger('test', 'info', logTo);
  for (const run of [
    () => w.db.asPlatform((tx) => tx`select ${'7 May, Ana'}::date`),
    () => w.db.asPlatform((tx) => tx`select ${'{"name": Ana}'}::jsonb`),
    () => w.db.asPlatform((tx) => tx`select ${'Ana Soto'}::uuid`),
    () => w.sql`select ${'Ana'}::text::int`,
  ]) {
    const error = await run().then(
      () => undefined,
      (cause) => cause,
    );
    expect(`${error.message} ${error.detail}`).toContain('Ana');
    lines.length = 0;
    logger.error({ err: error }, 'failed');
    const [line = ''] = lines;
    expect(line).not.toContain('Ana');
    expect(JSON.parse(line).err).toMatchObject({ code: expect.stringMatching(/^22/) });
  }
});

test('a refusal to come again has its cause in the log, with where it came from', async () => {
  const staff = await (await w.tenant()).as('TENANT_STAFF');
  lines.length = 0;
  const answer = await staff.post('/api/analytics/query', { eventType: 'contact.created' });
  expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE']);
  const logged = lines.map((line) => JSON.parse(line)).find(({ code }) => code === 'UNAVAILABLE');
  expect(logged).toMatchObject({
    level: 'warn',
    err: { code: 'ECONNREFUSED', stack: expect.stringContaining('ECONNREFUSED') },
  });
});
