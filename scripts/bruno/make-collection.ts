import type { OpenApi } from '../openapi/document.ts';

type Parameter = { name: string; in: string; required?: boolean; example?: unknown };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  'x-scope'?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Returns a collection for Bruno as its files by their paths: a request for each operation of the
 * document, in a folder for each tag, with the example that the document has.
 */
export function makeCollection(document: OpenApi): Map<string, string> {
  const files = new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: 'Atrium', type: 'collection' }, null, 2)}\n`],
    ['collection.bru', blocks([['auth', ['mode: bearer']], ['auth:bearer', ['token: {{token}}']]])],
    [
      'environments/local.bru',
      blocks([['vars', ['baseUrl: http://localhost:8080']]]).concat('\nvars:secret [\n  token\n]\n'),
    ],
  ]);
  const counts = new Map<string, number>();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = item[method] as unknown as Operation | undefined;
      if (!operation) continue;
      const folder = operation.tags[0] ?? 'Other';
      const seq = (counts.get(folder) ?? 0) + 1;
      counts.set(folder, seq);
      files.set(`${folder}/${operation.operationId}.bru`, requestOf(path, method, operation, seq));
    }
  return files;
}

function requestOf(path: string, method: string, operation: Operation, seq: number): string {
  const { operationId, summary, parameters = [], requestBody, 'x-scope': scope } = operation;
  const of = (place: string) => parameters.filter((each) => each.in === place);
  const content = Object.entries(requestBody?.content ?? {});
  const json = content.find(([type]) => type.startsWith('application/json'))?.[1];
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const line = ({ name, example }: Parameter) => `${name}: ${plain(example)}`;
  return blocks([
    ['meta', [`name: ${operationId}`, 'type: http', `seq: ${seq}`]],
    [method, [`url: ${url}`, `body: ${json ? 'json' : 'none'}`, 'auth: inherit']],
    // A tilde keeps a parameter in sight and does not send it.
    ['params:query', of('query').map((each) => `${each.required ? '' : '~'}${line(each)}`)],
    ['params:path', of('path').map(line)],
    ['body:json', json ? JSON.stringify(json.example ?? {}, null, 2).split('\n') : []],
    ['docs', [summary, ...(scope ? [`Scope: ${scope}`] : [])]],
  ]);
}

const plain = (example: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof example) ? String(example) : '';

type Block = [name: string, lines: string[]];

/** Writes blocks as Bruno's files have them; one without lines is left out. */
function blocks(all: Block[]): string {
  return all
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`)
    .join('\n');
}
