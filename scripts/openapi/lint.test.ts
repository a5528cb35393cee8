import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { readDocument } from './read-document.ts';

const path = fileURLToPath(new URL('../../packages/api-client/openapi.json', import.meta.url));

test('Redocly’s recommended rules find nothing in the document', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // The contract's own paths have words where others have identifiers; words win.
    rules: { 'no-ambiguous-paths': 'off' },
  });
  const found = await lint({ ref: path, config });
  const faults = found.map(
    ({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer} ${message}`,
  );
  expect(faults).toEqual([]);
});

test('Spectral’s rules for OpenAPI find nothing in the document', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] } as never);
  const found = await linter.run((await readDocument()) as never);
  expect(found.map(({ code, path: at, message }) => `${code}: ${at.join('.')} ${message}`)).toEqual(
    [],
  );
});
