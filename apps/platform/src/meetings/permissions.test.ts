import { expect, test } from 'vitest';
import {
  type Facts,
  factNames,
  factsOf,
  flagConditions,
  permissionsOf,
  refusalOf,
} from './permissions.ts';

const facts = (changes: Partial<Facts> = {}): Facts => ({
  owns: true,
  participates: false,
  administers: false,
  active: true,
  external: false,
  failed: false,
  retryable: false,
  ...changes,
});

const flags = [
  'canEdit',
  'canCancel',
  'canResend',
  'canRemoveFromCalendar',
  'canRetrySync',
  'externalSyncFailureVisibleToViewer',
] as const;

test.each([
  ['the host of an active meeting', facts(), ['canEdit', 'canCancel', 'canResend']],
  ['the host of a canceled one', facts({ active: false }), ['canRemoveFromCalendar']],
  ['the host of one organised elsewhere', facts({ external: true }), []],
  [
    'the host, once that is canceled',
    facts({ external: true, active: false }),
    ['canRemoveFromCalendar'],
  ],
  [
    'the host after a failed sync',
    facts({ failed: true, retryable: true }),
    ['canEdit', 'canCancel', 'canResend', 'canRetrySync', 'externalSyncFailureVisibleToViewer'],
  ],
  [
    'the host, disconnected since',
    facts({ failed: true }),
    ['canEdit', 'canCancel', 'canResend', 'externalSyncFailureVisibleToViewer'],
  ],
  ['a participant', facts({ owns: false, participates: true }), []],
  [
    'a participant of a canceled one',
    facts({ owns: false, participates: true, active: false, failed: true, retryable: true }),
    ['canRemoveFromCalendar'],
  ],
  ['somebody else, of a canceled one', facts({ owns: false, active: false }), []],
  [
    'an administrator',
    facts({ owns: false, administers: true, failed: true, retryable: true }),
    ['externalSyncFailureVisibleToViewer'],
  ],
])('%s may', (_who, given, allowed) => {
  const permissions = permissionsOf(given);
  expect(flags.filter((flag) => permissions[flag])).toEqual(allowed);
});

test('a refusal says why', () => {
  expect(refusalOf('edit', facts({ owns: false, active: false }))).toBe('FORBIDDEN');
  expect(refusalOf('edit', facts({ active: false }))).toBe('MEETING_CANCELED');
  expect(refusalOf('resend', facts({ external: true }))).toBe('EXTERNALLY_ORGANIZED');
  expect(refusalOf('removeFromCalendar', facts())).toBe('MEETING_ACTIVE');
  const invited = facts({ owns: false, participates: true });
  expect(refusalOf('removeFromCalendar', invited)).toBe('MEETING_ACTIVE');
  expect(refusalOf('retrySync', facts({ failed: true }))).toBe('SYNC_NOT_RETRYABLE');
});

test('a code holds all facts, and SQL is given the codes of a flag over what it depends on', () => {
  const code = (1 << factNames.indexOf('owns')) + (1 << factNames.indexOf('active'));
  expect(factsOf(code)).toEqual(facts());
  expect(flagConditions.canEdit.codes).toEqual([code]);
  const dependsOn = (flag: keyof typeof flagConditions) =>
    flagConditions[flag].bits.map((bit) => factNames[bit]);
  expect(dependsOn('canEdit')).toEqual(['owns', 'active', 'external']);
  expect(dependsOn('canRemoveFromCalendar')).toEqual(['owns', 'participates', 'active']);
  expect(dependsOn('canRetrySync')).toEqual(['owns', 'retryable']);
});
