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
    rules: {
      // Words stand beside identifiers in the contract's own paths; fixed words win over parameters.
      'no-ambiguous-paths': 'off',
      'operation-2xx-response': 'warn',
    },
  });
  const found = await lint({ ref: path, config });
  const faults = found
    .map(({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer} ${message}`)
    // The callback of a consent answers with nothing but a redirect.
    .filter((each) => !each.startsWith('operation-2xx-response: #/paths/~1api~1v1~1calendar~1callback~1{provider}/get'));
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
