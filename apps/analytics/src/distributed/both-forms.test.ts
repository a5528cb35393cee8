import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { useForm } from '../../test-support/forms.ts';
import { natsProgram } from '../../test-support/nats-server.ts';

// The tests of ingestion and of questions once more, as they are, on the distributed form.
const files = [
  'ingest/exactly-once',
  'ingest/batch-outcomes',
  'ingest/batch',
  'ingest/events',
  'ingest/refused-events',
  'ingest/clear-values',
  'query/query',
];

test.skipIf(natsProgram)('nats-server is there', ({ skip }) =>
  skip('nats-server is not installed'),
);

describe.runIf(natsProgram).each(files)('distributed: %s', async (name) => {
  beforeAll(() => useForm('distributed'));
  afterAll(() => useForm('embedded'));
  // A name of its own, so that the file is run here too where its own run had loaded it.
  const path = `${join(import.meta.dirname, '..', name)}.test.ts?distributed`;
  await import(/* @vite-ignore */ path);
});
