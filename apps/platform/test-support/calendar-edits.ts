import type { FaultKind } from '@atrium/calendar-simulators/core/faults.ts';
import fc from 'fast-check';

/** One thing that happens, on either side or in between; `who` and `which` are taken modulo. */
export type Edit = {
  kind:
    | 'create here'
    | 'create there'
    | 'series there'
    | 'repeat there'
    | 'move far here'
    | 'move far there'
    | 'move here'
    | 'move there'
    | 'rename here'
    | 'rename there'
    | 'relocate here'
    | 'relocate there'
    | 'describe here'
    | 'describe there'
    | 'all day there'
    | 'cancel here'
    | 'cancel there'
    | 'answer there'
    | 'fault'
    | 'expire access'
    | 'expire tokens'
    | 'drop channels'
    | 'skew'
    | 'rest';
  who: number;
  which: number;
  slot: number;
  fault: FaultKind | 'lost-mailbox';
};

const faults: Edit['fault'][] = [
  'lost-mailbox',
  'no-sync-token',
  'fail-before',
  'fail-after',
  'slow-after',
  'hang-up-after',
  'rate-limit',
  'expire-access-token',
  'expire-sync-token',
  'endless-paging',
  'drop-push',
  'double-push',
  'late-push',
  'hold-push',
  'refuse-repeat',
];

const weights: Record<Edit['kind'], number> = {
  'create here': 6,
  'create there': 4,
  'series there': 1,
  'repeat there': 2,
  'move far here': 1,
  'move far there': 2,
  'move here': 6,
  'move there': 6,
  'rename here': 4,
  'rename there': 4,
  'relocate here': 2,
  'relocate there': 2,
  'describe here': 2,
  'describe there': 2,
  'all day there': 1,
  'cancel here': 2,
  'cancel there': 2,
  'answer there': 2,
  fault: 6,
  'expire access': 1,
  'expire tokens': 1,
  'drop channels': 1,
  skew: 1,
  rest: 6,
};

/** Generates random edits and faults, one after another, of two users. */
export const storms = (length: number) =>
  fc.array(
    fc.record({
      kind: fc.oneof(
        ...Object.entries(weights).map(([kind, weight]) => ({
          weight,
          arbitrary: fc.constant(kind as Edit['kind']),
        })),
      ),
      who: fc.nat(1),
      which: fc.nat(1_000),
      slot: fc.nat(400),
      fault: fc.constantFrom(...faults),
    }),
    { minLength: length, maxLength: length, size: 'max' },
  );
