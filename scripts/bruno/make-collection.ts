import type { OpenApi, Operation, Parameter } from '../openapi/document.ts';

/**
 * Returns a collection for Bruno as its files by their paths: a request for each operation of the
 * document, in a folder for each tag, with the example that the document has.
 */
export function makeCollection({ paths, components }: OpenApi): Map<string, string> {
  const manifest = { version: '1', name: 'Atrium', type: 'collection' };
  const files = new Map([
    ['bruno.json', `${JSON.stringify(manifest, null, 2)}\n`],
    [
      'collection.bru',
      written([
        ['auth', ['mode: bearer']],
        ['auth:bearer', ['token: {{token}}']],
      ]),
    ],
    [
      'environments/local.bru',
      `${written([['vars', ['baseUrl: http://localhost:8080']]])}\nvars:secret [\n  token\n]\n`,
    ],
  ]);
  const counts = new Map<string, number>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const [folder = 'Other'] = operation.tags;
      const seq = (counts.get(folder) ?? 0) + 1;
      counts.set(folder, seq);
      const parameters = (operation.parameters ?? []).flatMap((each) =>
        '$ref' in each
          ? (components.parameters?.[String(each.$ref).split('/').at(-1) ?? ''] ?? [])
          : (each as Parameter),
      );
      const request = requestOf({ path, method, seq }, operation, parameters);
      files.set(`${folder.replaceAll('/', '-')}/${operation.operationId}.bru`, request);
    }
  return files;
}

type Place = { path: string; method: string; seq: number };

/** Returns a request as Bruno's file of it. */
function requestOf(
  { path, method, seq }: Place,
  { operationId, summary, requestBody }: Operation,
  parameters: readonly Parameter[],
): string {
  const json = requestBody?.content['application/json'];
  const of = (place: string) => parameters.filter((each) => each.in === place);
  return written([
    ['meta', [`name: ${operationId}`, 'type: http', `seq: ${seq}`]],
    [
      method,
      [
        `url: {{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
        `body: ${json ? 'json' : 'none'}`,
        'auth: inherit',
      ],
    ],
    // A tilde keeps a parameter in sight and does not send it.
    ['params:query', of('query').map((each) => `${each.required ? '' : '~'}${lineOf(each)}`)],
    ['params:path', of('path').map(lineOf)],
    ['body:json', json ? JSON.stringify(json.example ?? {}, null, 2).split('\n') : []],
    ['docs', [summary]],
  ]);
}

/** Returns a parameter with its example, which is empty where the document has none. */
function lineOf({ name, example, schema }: Parameter): string {
  const shown = example ?? [schema?.examples].flat()[0] ?? schema?.default;
  const isPlain = ['string', 'number', 'boolean'].includes(typeof shown);
  return `${name}: ${isPlain ? shown : ''}`;
}

type Block = [name: string, lines: readonly string[]];

/** Writes blocks as Bruno's files have them; one without lines is left out. */
const written = (blocks: readonly Block[]): string =>
  blocks
    .filter(([, lines]) => lines.length > 0)
    .map(
      ([name, lines]) => `${name} {\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n}\n`,
    )
    .join('\n');
