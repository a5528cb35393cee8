import fc from 'fast-check';
import { test } from 'vitest';
import { storms } from '../../test-support/calendar-edits.ts';
import { runStorm } from '../../test-support/calendar-storm.ts';
import { calendarWorld } from '../../test-support/calendar-world.ts';

const w = await calendarWorld({ CALENDAR_TIMEOUT_MS: '800', LOG_LEVEL: 'warn' }, { seed: 7 });

// SOAK_SEEDS=20 makes it a long run, 300 edits a provider and seed; SEED repeats a single one.
const seeds = Number(process.env.SOAK_SEEDS ?? 1);
const length = Number(process.env.SOAK_EDITS ?? (seeds > 1 ? 600 : 60));
const given = Number(process.env.SEED ?? 0);

test('both sides converge after a storm of edits and faults, whatever happened in between', {
  timeout: seeds * 600_000,
}, async () => {
  const first = given || (seeds > 1 ? Date.now() % 1_000_000 : 20_261_121);
  for (let seed = first; seed < first + seeds; seed += 1) {
    const edits = fc.sample(storms(length), { seed, numRuns: 1 })[0] ?? [];
    const startedAt = Date.now();
    await runStorm(w, edits).catch((error) => {
      throw new Error(`SEED=${seed} SOAK_EDITS=${length} repeats this`, { cause: error });
    });
    if (seeds > 1)
      process.stdout.write(`seed ${seed}: ${edits.length} edits, ${Date.now() - startedAt} ms\n`);
  }
});
