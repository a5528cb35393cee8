import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApi, Operation } from './document.ts';
import type { Example } from './examples.ts';

type Asked = { method: string; url: string };

/** Returns a function that finds the operation of a request; paths with fewer parameters come first. */
export function operationFinder({ paths }: OpenApi) {
  const count = (path: string) => path.split('{').length;
  const rows = Object.entries(paths)
    .sort(([a], [b]) => count(a) - count(b))
    .map(([path, methods]) => {
      const pattern = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
      return { pattern: new RegExp(`^${pattern}$`), methods };
    });
  return ({ method, url }: Asked): Operation | undefined => {
    const path = url.split('?')[0] ?? '';
    return rows.find(
      ({ pattern, methods }) => pattern.test(path) && method.toLowerCase() in methods,
    )?.methods[method.toLowerCase()];
  };
}

const ajvs = new WeakMap<OpenApi, Ajv2020>();

/** Returns whether the bodies of an example meet the schemas of the operation, and its status is declared. */
export function isExampleOf(
  document: OpenApi,
  operation: Operation,
  { request, answer }: Example,
): boolean {
  const response = operation.responses[answer.status];
  if (!response) return false;
  const taken = operation.requestBody?.content;
  if (operation.requestBody?.required && request.body === undefined) return false;
  const asked = taken?.[request.contentType ?? 'application/json'];
  if (taken && request.body !== undefined && !asked) return false;
  const isJson = request.contentType === undefined || /json|form/.test(request.contentType);
  const given = response.content?.[answer.contentType ?? ''];
  if (response.content && !given) return false;
  return (
    (!isJson || meets(document, asked?.schema, request.body)) &&
    (!/json$/.test(answer.contentType ?? '') || meets(document, given?.schema, answer.body))
  );
}

function meets(document: OpenApi, schema: object | undefined, value: unknown): boolean {
  if (!schema || value === undefined) return true;
  const known = ajvs.get(document);
  const ajv = known ?? new Ajv2020({ strict: false, validateFormats: false });
  if (!known) {
    ajv.addSchema({ $id: 'document', components: closed(document.components) as object });
    ajvs.set(document, ajv);
  }
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  return ajv.validate(closed(JSON.parse(text)) as object, value);
}

/** Returns schemas that take no field which they do not name, as linters read examples. */
function closed(part: unknown, name = ''): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => closed(each));
  const inside = Object.entries(part).map(([key, each]) => [
    key,
    key === 'allOf' ? each : closed(each, key),
  ]);
  // The envelope of pages is only a part of them.
  const isWhole =
    ('properties' in part || 'allOf' in part) && 'type' in part === !('allOf' in part);
  return {
    ...Object.fromEntries(inside),
    ...(isWhole && name !== 'Page' ? { unevaluatedProperties: false } : {}),
  };
}
