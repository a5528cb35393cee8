import type { OpenApi, Operation, Parameter, Response, Schema } from './document.ts';
import { narrowedLimits } from './narrowed-limits.ts';

/**
 * Returns what a caller of the released document would notice in the present one: an operation, field,
 * value, header or answer that is gone, a request that needs another thing or takes less, an answer of
 * another kind or with a value that nobody knows yet. What is added otherwise breaks nobody.
 */
export function breakingChanges(released: OpenApi, present: OpenApi): string[] {
  const now = byAddress(present);
  const told = messageChanges(released, present);
  const called = [...byAddress(released)].flatMap(([address, before]) => {
    const after = now.get(address);
    if (!after) return [`${address} is gone`];
    return operationChanges(before, after, released, present).map((each) => `${address}: ${each}`);
  });
  return [...called, ...told];
}

/** Compares what webhooks tell: an event or an attribute that is gone is missed by its receiver. */
function messageChanges(old: OpenApi, now: OpenApi): string[] {
  return Object.entries(old.webhooks ?? {}).flatMap(([type, { post }]) => {
    const after = now.webhooks?.[type]?.post;
    if (!after) return [`the event ${type} is gone`];
    const found: string[] = [];
    const schemaOf = ({ requestBody }: Operation) =>
      requestBody?.content['application/json']?.schema ?? {};
    compare(schemaOf(post), schemaOf(after), { old, now, takes: false, at: type, found });
    return found;
  });
}

/** Names of path parameters matter to nobody who calls an address. */
function byAddress({ paths }: OpenApi): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
        operation,
      ]),
    ),
  );
}

function operationChanges(before: Operation, after: Operation, old: OpenApi, now: OpenApi) {
  const found: string[] = [];
  if (before.operationId !== after.operationId) found.push(`is called ${after.operationId} now`);
  for (const role of before['x-roles'] ?? [])
    if (after['x-roles'] && !after['x-roles'].includes(role))
      found.push(`${role} may not any more`);
  if (takesAnybody(before) && !takesAnybody(after)) found.push('needs a token now');
  for (const scheme of schemesOf(before).difference(schemesOf(after)))
    if (!takesAnybody(after)) found.push(`takes no ${scheme} any more`);
  found.push(
    ...parameterChanges(parametersOf(before, old), parametersOf(after, now), { old, now }),
  );
  found.push(...headerChanges(before, after, old, now));
  for (const [type, { schema = {} }] of Object.entries(before.requestBody?.content ?? {})) {
    const taken = after.requestBody?.content[type];
    if (!taken) found.push(`takes no ${type} any more`);
    else compare(schema, taken.schema ?? {}, { old, now, takes: true, at: 'body', found });
  }
  for (const [status, { content = {} }] of Object.entries(before.responses)) {
    if (!/^[23]/.test(status)) continue;
    const answer = after.responses[status];
    if (!answer) found.push(`does not answer ${status} any more`);
    for (const [type, { schema = {} }] of Object.entries(content)) {
      const given = answer?.content?.[type];
      if (!given) found.push(`${status} has no ${type} any more`);
      else compare(schema, given.schema ?? {}, { old, now, takes: false, at: status, found });
    }
  }
  return found;
}

const takesAnybody = ({ security = [{}] }: Operation) =>
  security.length === 0 || security.some((each) => Object.keys(each as object).length === 0);

/** Returns the ways of saying who calls; a document that states none for an operation takes bearers. */
const schemesOf = ({ security = [{ bearer: [] }] }: Operation) =>
  new Set(security.flatMap((each) => Object.keys(each as object)));

/** Returns the headers of answers that do not come any more. */
function headerChanges(before: Operation, after: Operation, old: OpenApi, now: OpenApi): string[] {
  const namesOf = (response: Response | undefined, document: OpenApi) =>
    new Set(
      Object.keys((resolve((response ?? {}) as Schema, document) as Response).headers ?? {}).map(
        (name) => name.toLowerCase(),
      ),
    );
  return Object.entries(before.responses).flatMap(([status, response]) => {
    if (!after.responses[status]) return [];
    const gone = namesOf(response, old).difference(namesOf(after.responses[status], now));
    return [...gone].map((name) => `${status} has no header ${name} any more`);
  });
}

function parametersOf({ parameters = [] }: Operation, document: OpenApi): Parameter[] {
  const all = parameters.map((each) => resolve(each as Schema, document) as unknown as Parameter);
  return all.filter((each) => each.in !== 'path');
}

function parameterChanges(
  before: readonly Parameter[],
  after: readonly Parameter[],
  documents: Pick<Comparison, 'old' | 'now'>,
): string[] {
  const known = (list: readonly Parameter[], wanted: Parameter) =>
    list.find((each) => each.name === wanted.name && each.in === wanted.in);
  const gone = before.filter((each) => !known(after, each));
  const needed = after.filter((each) => each.required && !known(before, each)?.required);
  const found: string[] = [];
  for (const each of before) {
    const present = known(after, each);
    const at = `the parameter ${each.name}`;
    if (present)
      compare(each.schema ?? {}, present.schema ?? {}, { ...documents, takes: true, at, found });
  }
  return [
    ...found,
    ...gone.map(({ name }) => `the parameter ${name} is gone`),
    ...needed.map(({ name }) => `needs the parameter ${name} now`),
  ];
}

type Comparison = { old: OpenApi; now: OpenApi; takes: boolean; at: string; found: string[] };

function compare(before: Schema, after: Schema, comparison: Comparison): void {
  const { old, now, takes, at, found } = comparison;
  const [was, is] = [resolve(before, old), resolve(after, now)];
  const [wasTypes, isTypes] = [typesOf(was, old), typesOf(is, now)];
  // A request may take more than before, an answer may be less than before.
  const [small, large] = takes ? [wasTypes, isTypes] : [isTypes, wasTypes];
  if (large.size > 0 && !small.isSubsetOf(large))
    found.push(
      `${at} was ${[...wasTypes].join(' or ')} and is ${[...isTypes].join(' or ') || 'anything'}`,
    );
  const values = (schema: Schema) => (schema.enum as unknown[] | undefined) ?? [];
  if (takes && values(is).length > 0)
    for (const value of values(was))
      if (!values(is).includes(value)) found.push(`${at} does not take ${value} any more`);
  if (!takes)
    for (const value of values(was).length > 0 ? values(is) : [])
      if (!values(was).includes(value)) found.push(`${at} may be ${value} now`);
  if (!takes && values(was).length > 0 && values(is).length === 0 && is.const === undefined)
    found.push(`${at} may be any value now`);
  found.push(...narrowedLimits(was, is, takes).map((limit) => `${at}: ${limit}`));
  const [wasFields, isFields] = [fieldsOf(was, old), fieldsOf(is, now)];
  for (const [name, schema] of Object.entries(wasFields.properties)) {
    const field = isFields.properties[name];
    if (!field) found.push(`${at}.${name} is gone`);
    else compare(schema, field, { ...comparison, at: `${at}.${name}` });
    if (!takes && field && wasFields.required.has(name) && !isFields.required.has(name))
      found.push(`${at}.${name} may be absent now`);
  }
  if (takes)
    for (const name of isFields.required.difference(wasFields.required))
      found.push(`${at}.${name} is required now`);
  if (was.items && is.items) compare(was.items, is.items, { ...comparison, at: `${at}[]` });
  compareBranches(was, is, comparison);
}

/** Compares the forms of a value that may have several, each with the one at its place. */
function compareBranches(was: Schema, is: Schema, comparison: Comparison): void {
  const [before, after] = [branchesOf(was), branchesOf(is)];
  if (before.length < 2 || before.length !== after.length) return;
  for (const [at, branch] of before.entries()) compare(branch, after[at] ?? {}, comparison);
}

const branchesOf = ({ anyOf = [] }: Schema) => anyOf.filter(({ type }) => type !== 'null');

function resolve(schema: Schema, { components }: OpenApi): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  const names = schema.$ref.split('/').slice(2);
  return names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown>)[name],
    components,
  ) as Schema;
}

function typesOf(schema: Schema, document: OpenApi): Set<string> {
  const own = [schema.type ?? []].flat();
  const parts = [...(schema.anyOf ?? []), ...((schema.allOf as Schema[] | undefined) ?? [])];
  const inParts = parts.flatMap((each) => [...typesOf(resolve(each, document), document)]);
  return new Set([...own, ...inParts].map((type) => (type === 'integer' ? 'number' : type)));
}

/** Returns the fields of an object; of one in parts or of one that may be null, those of its parts. */
function fieldsOf(schema: Schema, document: OpenApi) {
  const properties: Record<string, Schema> = { ...schema.properties };
  const required = new Set(schema.required as string[] | undefined);
  const branches = (schema.anyOf ?? []).filter((each) => each.type !== 'null');
  const parts = (schema.allOf as Schema[] | undefined) ?? (branches.length === 1 ? branches : []);
  for (const part of parts) {
    const inside = fieldsOf(resolve(part, document), document);
    Object.assign(properties, inside.properties);
    for (const name of inside.required) required.add(name);
  }
  return { properties, required };
}
