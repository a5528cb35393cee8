import { expect, test } from 'vitest';
import { operationsOf } from './document.ts';
import { readExamples } from './examples.ts';
import { isExampleOf, operationFinder } from './match-examples.ts';
import { readDocument } from './read-document.ts';

test('every operation has an example of its request and answer that a test has sent and received', async () => {
  const [document, examples] = await Promise.all([readDocument(), readExamples()]);
  const find = operationFinder(document);
  const faults = operationsOf(document).filter((operation) => {
    const example = examples[operation.operationId];
    return (
      !example ||
      find(example.request)?.operationId !== operation.operationId ||
      !isExampleOf(document, operation, example)
    );
  });
  expect(
    faults.map(({ operationId }) => operationId),
    'record them: npm run record:examples -- <path of their tests>',
  ).toEqual([]);
});

test('every media type that an operation takes has an example', async () => {
  const document = await readDocument();
  const bare = operationsOf(document).flatMap(({ operationId, requestBody }) =>
    Object.entries(requestBody?.content ?? {})
      .filter(([, { example }]) => example === undefined)
      .map(([type]) => `${operationId} ${type}`),
  );
  expect(bare).toEqual([]);
});
