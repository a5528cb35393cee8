import scimmy from 'scimmy';
import { groupSchema } from './groups/to-group.ts';
import { userSchema } from './users/to-user.ts';

const { Attribute, SchemaDefinition } = scimmy.Types;
const { User, Group } = scimmy.Schemas;

/** Returns some attributes of a schema as its RFC defines them. */
const picked = (schema: typeof User | typeof Group, names: readonly string[]) =>
  names.map((name) => schema.definition.attribute(name));

const text = (name: string, description: string, mutable = true) =>
  new Attribute('string', name, { description, mutable });

// Of the attributes of RFC 7643 those that are kept: a provider that reads the schemas sends these.
const definitions = [
  new SchemaDefinition('User', userSchema, 'Staff of the firm, active or not', [
    ...picked(User, ['userName']),
    new Attribute('complex', 'name', { description: 'The parts of the name' }, [
      text('formatted', 'The whole name', false),
      text('givenName', 'The first name'),
      text('middleName', 'The middle name'),
      text('familyName', 'The last name'),
    ]),
    text('displayName', 'The whole name', false),
    ...picked(User, ['title', 'preferredLanguage', 'timezone', 'active', 'emails', 'groups']),
  ]),
  new SchemaDefinition('Group', groupSchema, 'People to whom a group’s roles are given', [
    ...picked(Group, ['displayName', 'members']),
  ]),
];

type Described = Record<string, unknown> & { id: string };

/** Returns the schemas of the resources (RFC 7643, section 7). */
export const describeSchemas = (base: string): Described[] =>
  definitions.map(
    (each) => JSON.parse(JSON.stringify(each.describe(`${base}/Schemas`))) as Described,
  );

/** Returns the types of resources (RFC 7643, section 6). */
export const describeResourceTypes = (base: string): Described[] =>
  definitions.map(({ name, id, description }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    description,
    endpoint: `/${name}s`,
    schema: id,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));

const no = { supported: false };

/** Returns what is offered (RFC 7643, section 5). */
export const describeProvider = (base: string, maxResults: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: `${new URL(base).origin}/docs`,
  patch: { supported: true },
  bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The firm’s provisioning token, or an access token of a credential',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
