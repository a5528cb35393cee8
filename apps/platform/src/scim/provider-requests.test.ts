import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { patchOf, provider, userSchema } from '../../test-support/provider.ts';
import { world } from '../../test-support/world.ts';
import { scimType } from './scim-form.ts';

/** What one step of a sequence may use: the ids and addresses of the steps before. */
type Known = { user: string; other: string; group: string; id: string; more: string };
type Step = [
  request: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`,
  body: object | undefined,
  status: number,
  answer: object,
];

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const found = (count: number) => ({ totalResults: count });
const filter = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');

/** The requests of Microsoft's reference and of its validator, in the order in which Entra sends them. */
const entra = ({ user, other, group, id, more }: Known): Step[] => [
  [
    'GET ServiceProviderConfig',
    undefined,
    200,
    { patch: { supported: true }, changePassword: { supported: false } },
  ],
  [
    'GET Schemas',
    undefined,
    200,
    { Resources: expect.arrayContaining([expect.objectContaining({ id: userSchema })]) },
  ],
  ['GET ResourceTypes', undefined, 200, found(2)],
  [`GET Schemas/${userSchema}`, undefined, 200, { id: userSchema, name: 'User' }],
  ['GET ResourceTypes/Group', undefined, 200, { endpoint: '/Groups', schema: groupSchema }],
  ['GET Schemas/urn:nothing', undefined, 404, { status: '404' }],
  [
    `GET Users?filter=${filter(`userName eq "${user}"`)}`,
    undefined,
    200,
    { ...found(0), Resources: [] },
  ],
  [
    'POST Users',
    {
      schemas: [userSchema, enterprise],
      externalId: 'entra-object-1',
      userName: user,
      active: true,
      addresses: null,
      displayName: 'Joy Brown',
      emails: [{ type: 'work', value: 'joy.brown@work.example', primary: true }],
      meta: { resourceType: 'User' },
      name: { familyName: 'Brown', givenName: 'Joy', formatted: 'Joy Brown' },
      phoneNumbers: null,
      roles: [],
      title: null,
      [enterprise]: { department: 'Sales', manager: null },
    },
    201,
    { userName: user, externalId: 'entra-object-1', active: true },
  ],
  [`GET Users/{id}`, undefined, 200, { id, userName: user }],
  [`GET Users?filter=${filter(`externalId eq "entra-object-1"`)}`, undefined, 200, found(1)],
  [
    'POST Users',
    { schemas: [userSchema], userName: user, active: true },
    409,
    { scimType: 'uniqueness' },
  ],
  [
    'PATCH Users/{id}',
    patchOf(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@work.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Updated' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Finance' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+56 9 1234 5678' },
      { op: 'Add', path: 'title', value: 'Adviser' },
    ),
    200,
    {
      name: { familyName: 'Updated' },
      emails: [{ value: 'updated@work.example' }],
      title: 'Adviser',
    },
  ],
  ['PATCH Users/{id}', patchOf({ op: 'Remove', path: 'title' }), 200, { userName: user }],
  [
    'PATCH Users/{id}',
    patchOf({ op: 'Replace', path: 'active', value: 'False' }),
    200,
    { active: false },
  ],
  [
    `GET Users?filter=${filter(`userName eq "${user.toUpperCase()}"`)}`,
    undefined,
    200,
    { Resources: [{ active: false }] },
  ],
  [
    'PATCH Users/{id}',
    patchOf({ op: 'Add', path: 'active', value: 'True' }),
    200,
    { active: true },
  ],
  [
    `GET Groups?excludedAttributes=members&filter=${filter(`displayName eq "${group}"`)}`,
    undefined,
    200,
    found(0),
  ],
  [
    'POST Groups',
    {
      schemas: [
        groupSchema,
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: 'entra-group-1',
      displayName: group,
      meta: { resourceType: 'Group' },
    },
    201,
    { displayName: group, members: [] },
  ],
  [
    'GET Groups/{more}?excludedAttributes=members',
    undefined,
    200,
    { id: more, displayName: group },
  ],
  [
    `GET Groups?excludedAttributes=members&filter=${filter(`displayName eq "${group}"`)}`,
    undefined,
    200,
    found(1),
  ],
  [
    'PATCH Groups/{more}',
    patchOf({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }),
    200,
    { members: [{ value: id, type: 'User' }] },
  ],
  [
    `GET Groups?filter=${filter(`id eq "${more}" and members eq "${id}"`)}`,
    undefined,
    200,
    found(1),
  ],
  [
    'PATCH Groups/{more}',
    patchOf({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
    200,
    { members: [] },
  ],
  [
    'PATCH Groups/{more}',
    patchOf({ op: 'Replace', path: 'displayName', value: `${group} 2` }),
    200,
    { displayName: `${group} 2` },
  ],
  ['DELETE Groups/{more}', undefined, 204, {}],
  ['GET Groups/{more}', undefined, 404, { status: '404' }],
  ['DELETE Users/{id}', undefined, 204, {}],
  ['GET Users/{id}', undefined, 404, { status: '404' }],
  ['POST Users', { schemas: [userSchema], userName: other }, 201, { userName: other }],
];

/** The requests of Okta's reference and of its tests of a server. */
const okta = ({ user, other, group, id, more }: Known): Step[] => [
  [
    'GET Users?startIndex=1&count=2',
    undefined,
    200,
    { startIndex: 1, itemsPerPage: expect.any(Number) },
  ],
  [
    'GET Groups?startIndex=1&count=100',
    undefined,
    200,
    { startIndex: 1, Resources: expect.any(Array) },
  ],
  [
    `GET Users?filter=${filter(`userName eq "${user}"`)}&startIndex=1&count=100`,
    undefined,
    200,
    found(0),
  ],
  [
    `GET Users/${randomUUID()}`,
    undefined,
    404,
    { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' },
  ],
  [
    'POST Users',
    {
      schemas: [userSchema],
      userName: user,
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: user, type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    },
    201,
    { userName: user, externalId: '00ujl29u0le5T6Aj10h7', active: true },
  ],
  ['GET Users/{id}', undefined, 200, { id, name: { familyName: 'User', givenName: 'Test' } }],
  ['POST Users', { schemas: [userSchema], userName: user, active: true }, 409, { status: '409' }],
  [
    'PUT Users/{id}',
    {
      schemas: [userSchema],
      id,
      userName: user,
      name: { givenName: 'Another', middleName: '', familyName: 'User' },
      emails: [{ primary: true, value: user, type: 'work', display: user }],
      active: true,
      groups: [],
      meta: { resourceType: 'User' },
    },
    200,
    { name: { givenName: 'Another', familyName: 'User' }, externalId: '00ujl29u0le5T6Aj10h7' },
  ],
  [
    'PATCH Users/{id}',
    patchOf({ op: 'replace', value: { active: false } }),
    200,
    { active: false },
  ],
  ['GET Users/{id}', undefined, 200, { active: false }],
  [
    'PUT Users/{id}',
    { schemas: [userSchema], id, userName: user, active: true },
    200,
    { active: true },
  ],
  [
    'POST Users',
    { schemas: [userSchema], userName: other, name: { givenName: 'Two', familyName: 'User' } },
    201,
    {},
  ],
  [
    'POST Groups',
    { schemas: [groupSchema], displayName: group, members: [] },
    201,
    { displayName: group },
  ],
  [
    'PATCH Groups/{more}',
    patchOf({ op: 'add', path: 'members', value: [{ value: id, display: user }] }),
    200,
    { members: [{ value: id }] },
  ],
  [
    'PATCH Groups/{more}',
    patchOf({ op: 'replace', value: { id: more, displayName: `${group} B` } }),
    200,
    { displayName: `${group} B` },
  ],
  ['GET Groups/{more}', undefined, 200, { members: [{ value: id }] }],
  [
    'PATCH Groups/{more}',
    patchOf({ op: 'remove', path: `members[value eq "${id}"]` }),
    200,
    { members: [] },
  ],
  [
    'PATCH Groups/{more}',
    patchOf({ op: 'replace', path: 'members', value: [{ value: id, display: user }] }),
    200,
    { members: [{ value: id }] },
  ],
  [
    'PUT Groups/{more}',
    { schemas: [groupSchema], id: more, displayName: group, members: [] },
    200,
    { displayName: group, members: [] },
  ],
  [
    'PUT Groups/{more}',
    { schemas: [groupSchema], displayName: group, members: [{ value: id }] },
    200,
    { members: [{ value: id }] },
  ],
  [
    'PUT Users/{id}',
    {
      schemas: [userSchema],
      userName: user,
      name: { givenName: 'Another', familyName: 'User' },
      emails: [{ primary: true, value: user, type: 'work' }],
      active: true,
    },
    200,
    { groups: [{ value: more, display: group }] },
  ],
  ['DELETE Groups/{more}', undefined, 204, {}],
];

const w = await world();

test.each([
  ['Entra', 'application/scim+json', entra],
  ['Entra', 'application/json', entra],
  ['Okta', 'application/scim+json', okta],
  ['Okta', 'application/json', okta],
] as const)(
  'the published requests of %s as %s are answered as it expects',
  async (_name, type, sequence) => {
    const { tenantUuid, as } = await w.tenant();
    const client = (await provider(w, await as('TENANT_ADMIN'), tenantUuid)).with({
      'content-type': type,
    });
    const known: Known = {
      user: `user-${randomUUID()}@staff.example`,
      other: `other-${randomUUID()}@staff.example`,
      group: `Group ${randomUUID()}`,
      id: '',
      more: '',
    };
    for (let at = 0; at < sequence(known).length; at++) {
      const [request, body, status, expected] = sequence(known)[at] as Step;
      const answer = await ask(
        client,
        request.replace('{id}', known.id).replace('{more}', known.more),
        body,
      );
      const told = `${request}: ${JSON.stringify(answer.body)}`;
      expect(answer.status, told).toBe(status);
      if (status !== 204) {
        expect(answer.headers['content-type'], told).toContain(scimType);
        expect(answer.body, told).toMatchObject(expected);
      }
      if (request === 'POST Users' && status === 201 && !known.id) known.id = answer.body.id;
      if (request === 'POST Groups') known.more = answer.body.id;
    }
  },
);

function ask(client: Client, request: string, body: object | undefined) {
  const [method = '', path = ''] = request.split(' ');
  const url = `/scim/v2/${path}`;
  if (method === 'GET') return client.get(url);
  if (method === 'DELETE') return client.delete(url);
  if (method === 'POST') return client.post(url, body);
  return method === 'PUT' ? client.put(url, body) : client.patch(url, body);
}
