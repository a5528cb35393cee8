import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutBatch } from './cut-batch.ts';

test('a batch is cut where its parser would cut it, whatever is in it and around it', () => {
  const other = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
  const spaces = fc.constantFrom(undefined, 1, '\t');
  fc.assert(
    fc.property(other, fc.array(fc.jsonValue()), other, spaces, (before, events, after, space) => {
      const { events: _, ...rest } = { ...before, ...after };
      const text = JSON.stringify({ ...rest, events }, null, space);
      const cut = cutBatch(text, 1_000);
      expect(cut.events.map((each) => JSON.parse(each))).toEqual(JSON.parse(text).events);
      expect(JSON.parse(cut.rest)).toEqual({ ...JSON.parse(text), events: [] });
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['', 0],
  ['{"events":', 0],
  ['{"events":[', 0],
  ['{"events":[1,2', 1],
  ['{"events":{"events":[1]}}', 0],
  ['{"other":["events",[1,2]]}', 0],
  ['{"a":"\\"events\\":[1]"}', 0],
  ['{"events":[1,]}', 2],
  ['{"events":[ ]}', 0],
  ['{"events":["]","\\\\",",\\"]"]}', 3],
])('%s holds %i events', (text, count) => {
  expect(cutBatch(text, 1_000).events).toHaveLength(count);
});
