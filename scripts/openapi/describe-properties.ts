import { type OpenApi, operationsOf, type Schema } from './document.ts';
import texts from './property-descriptions.json' with { type: 'json' };

/**
 * Describes each property that its schema does not: by the text for `Owner.property` where a name means
 * another thing there, else by that for the name. The owner is a component, with the names of the
 * properties between.
 */
export function describeProperties(document: OpenApi): void {
  const { schemas, responses = {} } = document.components;
  for (const [name, schema] of Object.entries(schemas)) describe(schema, name);
  for (const [name, response] of Object.entries(responses)) describe(response, name);
  for (const { operationId, requestBody, responses: own } of operationsOf(document))
    describe({ requestBody, own }, operationId);
}

const known: Readonly<Record<string, string>> = texts;

function describe(part: unknown, owner: string): void {
  if (typeof part !== 'object' || part === null) return;
  const { properties } = part as { properties?: Record<string, Schema> };
  for (const [name, schema] of Object.entries(properties ?? {})) {
    const text = known[`${owner}.${name}`] ?? known[name];
    if (text !== undefined) schema.description ??= text;
    describe(schema, `${owner}.${name}`);
  }
  for (const [key, each] of Object.entries(part))
    if (!['properties', 'example', 'examples'].includes(key)) describe(each, owner);
}
