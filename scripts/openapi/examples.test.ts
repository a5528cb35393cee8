import { expect, test } from 'vitest';
import { operationsOf } from './document.ts';
import { readExamples } from './examples.ts';
import { isExampleOf, operationFinder } from './match-examples.ts';
import { readDocument } from './read-document.ts';

// Their tests speak to a server that listens, or with providers, where nothing is recorded.
const without = new Set([
  'completeCalendarConsent',
  'connectCalendar',
  'decideCalendarSuspension',
  'exportAnalyticsEvents',
  'exportAuditTrail',
  'hideMeeting',
  'receiveNotice_provider_a',
  'resetContactSecondFactor',
  'submitInvitationAnswer',
  'syncMeeting',
]);

test('every operation has an example of its request and answer that a test has sent and received', async () => {
  const [document, examples] = await Promise.all([readDocument(), readExamples()]);
  const find = operationFinder(document);
  const faults = operationsOf(document).filter((operation) => {
    const example = examples[operation.operationId];
    if (!example) return !without.has(operation.operationId);
    return (
      find(example.request)?.operationId !== operation.operationId ||
      !isExampleOf(document, operation, example)
    );
  });
  expect(
    faults.map(({ operationId }) => operationId),
    'record them: npm run record:examples -- <path of their tests>',
  ).toEqual([]);
});
