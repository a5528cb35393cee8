import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Makes a client by @hey-api/openapi-ts: `generate-client.ts DOCUMENT FOLDER`. It is a process of its own,
 * because the generator is to find this package's TypeScript 5 and not the workspace's 7.
 */
const typescript = pathToFileURL(createRequire(import.meta.url).resolve('typescript')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url: typescript, shortCircuit: true } : next(specifier, context),
});
const { createClient } = await import('@hey-api/openapi-ts');
const [input = '', path = ''] = process.argv.slice(2);
await createClient({
  input,
  output: { path, module: { extension: '.ts' } },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent', file: false },
});
