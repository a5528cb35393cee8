import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storms, weather } from '../../test-support/calendar-storm.ts';
import { calendarWorld } from '../../test-support/calendar-world.ts';

const w = await calendarWorld({ CALENDAR_TIMEOUT_MS: '250', LOG_LEVEL: 'warn' }, { seed: 7 });

// SOAK_MINUTES=10 makes it a long run of one seed after the other; SEED repeats a single one.
const minutes = Number(process.env.SOAK_MINUTES ?? 0);
const length = Number(process.env.SOAK_EDITS ?? (minutes > 0 ? 250 : 45));
const given = Number(process.env.SEED ?? 0);
const until = Date.now() + minutes * 60_000;

test('both sides converge after a storm of edits and faults, whatever happened in between', {
  timeout: (minutes + 3) * 60_000,
}, async () => {
  let seed = given || (minutes > 0 ? Date.now() % 1_000_000 : 20_261_121);
  do {
    const edits = fc.sample(storms(length), { seed, numRuns: 1 })[0] ?? [];
    const startedAt = Date.now();
    await weather(w, edits).catch((error) => {
      throw new Error(`SEED=${seed} SOAK_EDITS=${length} repeats this`, { cause: error });
    });
    if (minutes > 0)
      process.stdout.write(`seed ${seed}: ${edits.length} edits, ${Date.now() - startedAt} ms\n`);
    seed += 1;
  } while (Date.now() < until);
  expect(seed).toBeGreaterThan(0);
});
