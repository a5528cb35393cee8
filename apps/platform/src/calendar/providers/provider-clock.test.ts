import { expect, test } from 'vitest';
import { createProviderClock } from './provider-clock.ts';

test('a clock that is told to the second is known to some milliseconds after many answers', () => {
  for (const ahead of [-3_600_250, 0, 777, 5_400_123]) {
    const clock = createProviderClock();
    for (let at = 0; at < 60; at += 1) {
      const sentMs = 1_795_000_000_000 + at * 137;
      const answeredMs = sentMs + 10;
      clock.note(new Date(sentMs + 5 + ahead).toUTCString(), sentMs, answeredMs);
    }
    expect(Math.abs(clock.aheadMs() - ahead)).toBeLessThan(60);
  }
});

test('a clock that was set is believed anew', () => {
  const clock = createProviderClock();
  clock.note(
    'Mon, 23 Nov 2026 10:00:00 GMT',
    Date.UTC(2026, 10, 23, 10),
    Date.UTC(2026, 10, 23, 10),
  );
  clock.note(
    'Mon, 23 Nov 2026 11:00:00 GMT',
    Date.UTC(2026, 10, 23, 10),
    Date.UTC(2026, 10, 23, 10),
  );
  expect(clock.aheadMs()).toBeGreaterThanOrEqual(3_600_000);
  clock.note('no date', 0, 0);
  expect(clock.aheadMs()).toBeGreaterThanOrEqual(3_600_000);
});
