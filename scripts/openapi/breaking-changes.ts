import type { Content, OpenApi, Operation, Parameter, Response, Schema } from './document.ts';
import { resolve } from './plain-schema.ts';
import { type Comparison, schemaChanges } from './schema-changes.ts';
import { schemeChanges, securityChanges } from './security-changes.ts';

type Documents = Pick<Comparison, 'old' | 'now'>;

/**
 * Returns what a caller of the released document would notice in the present one: an operation, field,
 * value, header or answer that is gone, a request that needs another thing or takes less, an answer of
 * another kind or with a value that nobody knows yet. What is added otherwise breaks nobody.
 */
export function breakingChanges(released: OpenApi, present: OpenApi): string[] {
  const documents = { old: released, now: present };
  const now = byAddress(present);
  const called = [...byAddress(released)].flatMap(([address, before]) => {
    const after = now.get(address);
    if (!after) return [`${address} is gone`];
    return operationChanges(before, after, documents).map((each) => `${address}: ${each}`);
  });
  return [...called, ...messageChanges(documents), ...schemeChanges(released, present)];
}

/** Compares what webhooks tell: an event, a header or an attribute that is gone is missed by its receiver. */
function messageChanges({ old, now }: Documents): string[] {
  const all = (document: OpenApi) => byAddress({ ...document, paths: document.webhooks ?? {} });
  const present = all(now);
  return [...all(old)].flatMap(([address, before]) => {
    const after = present.get(address);
    const type = address.slice(address.indexOf(' ') + 1);
    if (!after) return [`the event ${type} is gone`];
    const [was, is] = [bodyOf(before, old), bodyOf(after, now)];
    const headers = [...parametersOf(before, old)].filter(
      ([key]) => !parametersOf(after, now).has(key),
    );
    return [
      ...headers.map(([, { name }]) => `${type}: the header ${name} is gone`),
      ...Object.entries(was.content).flatMap(([media, { schema }]) =>
        schemaChanges(schema, is.content[media]?.schema, { old, now, takes: false, at: type }),
      ),
    ];
  });
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Names of path parameters matter to nobody who calls an address. What a path states holds for its operations. */
function byAddress(document: Pick<OpenApi, 'paths' | 'components'>): Map<string, Operation> {
  return new Map(
    Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) => [
          `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
          {
            ...operation,
            parameters: [
              ...((item as { parameters?: Parameter[] }).parameters ?? []),
              ...(operation.parameters ?? []),
            ],
            'x-path': path,
          },
        ]),
    ),
  );
}

function operationChanges(before: Operation, after: Operation, documents: Documents): string[] {
  const [area, present] = [before.tags?.[0], after.tags?.[0]];
  const isCalled = before.operationId !== after.operationId;
  return [
    ...(isCalled ? [`is called ${after.operationId} now`] : []),
    ...(area !== undefined && area !== present ? [`is of the area ${present} now`] : []),
    ...securityChanges(before, after, documents),
    ...parameterChanges(before, after, documents),
    ...bodyChanges(before, after, documents),
    ...answerChanges(before, after, documents),
  ];
}

/** Returns the parameters of an operation; those of the path by their place in it. */
function parametersOf(operation: Operation, document: OpenApi): Map<string, Parameter> {
  const path = (operation as { 'x-path'?: string })['x-path'] ?? '';
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const all = (operation.parameters ?? []).map(
    (each) => resolve(each as Schema, document) as unknown as Parameter,
  );
  return new Map(
    all.map((each) => {
      const name = each.in === 'header' ? each.name.toLowerCase() : each.name;
      return [`${each.in} ${each.in === 'path' ? names.indexOf(name) : name}`, each];
    }),
  );
}

function parameterChanges(before: Operation, after: Operation, { old, now }: Documents): string[] {
  const [was, is] = [parametersOf(before, old), parametersOf(after, now)];
  const kept = [...was].flatMap(([key, each]) => {
    const present = is.get(key);
    const at = `the parameter ${each.name}`;
    if (!present) return each.in === 'path' ? [] : [`${at} is gone`];
    return [
      ...schemaChanges(each.schema, present.schema, { old, now, takes: true, at }),
      ...(formOf(each) === formOf(present) ? [] : [`${at} is written in another form now`]),
    ];
  });
  const needed = [...is].filter(([key, each]) => each.required && !was.get(key)?.required);
  return [
    ...kept,
    ...needed
      .filter(([, each]) => each.in !== 'path')
      .map(([, { name }]) => `needs the parameter ${name} now`),
  ];
}

/** Returns how a parameter of several values is written. */
function formOf({ in: place, style, explode }: Parameter): string {
  const usual = ['query', 'cookie'].includes(place) ? 'form' : 'simple';
  return `${style ?? usual} ${explode ?? (style ?? usual) === 'form'}`;
}

function bodyOf({ requestBody }: Operation, document: OpenApi) {
  const { required = false, content = {} } = resolve(
    (requestBody ?? {}) as Schema,
    document,
  ) as unknown as { required?: boolean; content?: Content };
  return { required, content };
}

function bodyChanges(before: Operation, after: Operation, { old, now }: Documents): string[] {
  const [was, is] = [bodyOf(before, old), bodyOf(after, now)];
  const found = Object.entries(was.content).flatMap(([type, { schema }]) => {
    const taken = is.content[type];
    if (!taken) return [`takes no ${type} any more`];
    return schemaChanges(schema, taken.schema, { old, now, takes: true, at: 'body' });
  });
  return is.required && !was.required ? [...found, 'needs a body now'] : found;
}

function answerChanges(before: Operation, after: Operation, { old, now }: Documents): string[] {
  const answerOf = (response: Response | undefined, document: OpenApi) =>
    response && (resolve(response as unknown as Schema, document) as unknown as Response);
  const [was, is] = [before.responses ?? {}, after.responses ?? {}];
  const found = Object.entries(was).flatMap(([status, response]) => {
    const answer = answerOf(response, old);
    const present = answerOf(is[status], now);
    // Which failures an operation has is not promised; how one that stays is told is.
    if (!present) return isSuccess(status) ? [`does not answer ${status} any more`] : [];
    const bodies = Object.entries(answer?.content ?? {}).flatMap(([type, { schema }]) => {
      const given = present.content?.[type];
      if (!given) return [`${status} has no ${type} any more`];
      return schemaChanges(schema, given.schema, { old, now, takes: false, at: status });
    });
    // Programs meet codes of problems that they do not know as they meet a status.
    const told = bodies.filter((each) => isSuccess(status) || !/^\w+\.code may be /.test(each));
    return [...told, ...headerChanges(status, answer, present, { old, now })];
  });
  const isNew = (status: string) => /^2/.test(status) && !was[status];
  const added = Object.keys(is).filter(isNew);
  return [...found, ...added.map((status) => `may answer ${status} now`)];
}

const isSuccess = (status: string) => /^[23]/.test(status);

/** Returns the headers of an answer that do not come any more, or not always, or with another value. */
function headerChanges(
  status: string,
  before: Response | undefined,
  after: Response,
  { old, now }: Documents,
): string[] {
  type Header = { required?: boolean; schema?: Schema };
  const headersOf = (response: Response | undefined, document: OpenApi) =>
    new Map(
      Object.entries(response?.headers ?? {}).map(([name, header]) => [
        name.toLowerCase(),
        resolve(header, document) as Header,
      ]),
    );
  const present = headersOf(after, now);
  return [...headersOf(before, old)].flatMap(([name, was]) => {
    const is = present.get(name);
    if (!is) return [`${status} has no header ${name} any more`];
    const at = `the header ${name} of ${status}`;
    return [
      ...schemaChanges(was.schema, is.schema, { old, now, takes: false, at }),
      ...(was.required && !is.required ? [`${at} may be absent now`] : []),
    ];
  });
}
