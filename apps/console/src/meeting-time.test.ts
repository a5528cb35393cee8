import { describe, expect, test } from 'vitest';
import { nextWorkingHour } from './meeting-time.ts';

describe('A new meeting without a chosen time', () => {
  test.each([
    ['on a working day', '2026-11-23T10:20', '2026-11-23T11:00'],
    ['at the full hour', '2026-11-23T10:00', '2026-11-23T10:00'],
    ['before work begins', '2026-11-23T06:40', '2026-11-23T09:00'],
    ['for the last hour of the day', '2026-11-23T16:01', '2026-11-23T17:00'],
    ['in the last hour of the day', '2026-11-23T17:01', '2026-11-24T09:00'],
    ['just before midnight', '2026-11-23T23:30', '2026-11-24T09:00'],
    ['on a Friday evening', '2026-11-27T19:00', '2026-11-30T09:00'],
    ['on a Saturday morning', '2026-11-28T10:20', '2026-11-30T09:00'],
    ['on a Sunday night', '2026-11-29T23:30', '2026-11-30T09:00'],
  ])('that is called %s begins in working hours', (_when, now, begins) => {
    expect(nextWorkingHour(Temporal.PlainDateTime.from(now)).toString()).toBe(`${begins}:00`);
  });
});
