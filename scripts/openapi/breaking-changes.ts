import type { OpenApi, Operation, Parameter, Schema } from './document.ts';

/**
 * Returns what a caller of the released document would notice in the present one: an operation, field,
 * value or answer that is gone, a request that needs or allows another thing, an answer of another
 * kind. What is added breaks nobody.
 */
export function breakingChanges(released: OpenApi, present: OpenApi): string[] {
  const now = byAddress(present);
  return [...byAddress(released)].flatMap(([address, before]) => {
    const after = now.get(address);
    if (!after) return [`${address} is gone`];
    return operationChanges(before, after, released, present).map((each) => `${address}: ${each}`);
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
  if (before.security?.length === 0 && after.security?.length !== 0)
    found.push('needs a token now');
  found.push(...parameterChanges(parametersOf(before, old), parametersOf(after, now)));
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

function parametersOf({ parameters = [] }: Operation, document: OpenApi): Parameter[] {
  const all = parameters.map((each) => resolve(each as Schema, document) as unknown as Parameter);
  return all.filter((each) => each.in !== 'path');
}

function parameterChanges(before: readonly Parameter[], after: readonly Parameter[]): string[] {
  const known = (list: readonly Parameter[], wanted: Parameter) =>
    list.find((each) => each.name === wanted.name && each.in === wanted.in);
  const gone = before.filter((each) => !known(after, each));
  const needed = after.filter((each) => each.required && !known(before, each)?.required);
  return [
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
}

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
