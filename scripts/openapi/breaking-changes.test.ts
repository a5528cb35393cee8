import { expect, test } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import type { OpenApi, Schema } from './document.ts';
import { readDocument } from './read-document.ts';

const released = await readDocument();

const changes: [string, (document: OpenApi) => unknown, string][] = [
  [
    'an operation that is gone',
    ({ paths }) => delete paths['/api/contacts'],
    'POST /api/contacts is gone',
  ],
  [
    'a field that is gone from an answer',
    ({ components }) => delete properties(components.schemas.Contact).displayName,
    'GET /api/contacts/{}: 200.displayName is gone',
  ],
  [
    'a field of another type',
    ({ components }) =>
      Object.assign(properties(components.schemas.Household), { name: { type: 'number' } }),
    'GET /api/households/{}: 200.name was string and is number',
  ],
  [
    'a field that a request needs now',
    ({ components }) => (components.schemas.ContactInput?.required as string[]).push('displayName'),
    'POST /api/contacts: body.displayName is required now',
  ],
  [
    'a status that is not answered any more',
    ({ paths }) => delete paths['/api/notes']?.post?.responses[201],
    'POST /api/notes: does not answer 201 any more',
  ],
  [
    'a role that may not any more',
    ({ paths }) => paths['/api/tasks']?.post?.['x-roles']?.pop(),
    'POST /api/tasks: PARTNER_STAFF may not any more',
  ],
  [
    'a header that is required now',
    ({ components }) => Object.assign(components.parameters?.XTenantCode ?? {}, { required: true }),
    'POST /api/contacts: needs the parameter x-tenant-code now',
  ],
  [
    'a limit that is tighter',
    ({ components }) =>
      Object.assign(schemaOf(components.schemas.NoteInput, 'text'), { maxLength: 3 }),
    'POST /api/notes: body.text: maxLength is 3 now',
  ],
  [
    'a pattern that a request must meet now',
    ({ components }) =>
      Object.assign(schemaOf(components.schemas.TaskInput, 'title'), { pattern: '^T' }),
    'POST /api/tasks: body.title: pattern is ^T now',
  ],
  [
    'a header of an answer that is gone',
    ({ components }) => delete (components.responses?.RateLimited?.headers as Named)['Retry-After'],
    'GET /api/contacts: 429 has no header retry-after any more',
  ],
  [
    'a value that an answer did not have',
    ({ components }) =>
      (schemaOf(components.schemas.Household, 'relationshipManagerType').enum as string[]).push(
        'ROBOT',
      ),
    'GET /api/households/{}: 200.relationshipManagerType may be ROBOT now',
  ],
  [
    'a limit of a parameter',
    ({ components }) => Object.assign(components.parameters?.Size?.schema ?? {}, { maximum: 5 }),
    'GET /api/contacts: the parameter size: maximum is 5 now',
  ],
  [
    'machines that may not any more',
    ({ paths }) => Object.assign(paths['/api/notes']?.post ?? {}, { security: [{ bearer: [] }] }),
    'POST /api/notes: takes no oauth2 any more',
  ],
];

type Named = Record<string, unknown>;
const schemaOf = (schema: Schema | undefined, name: string) => properties(schema)[name] ?? {};

test.each(changes)('%s breaks callers', (_what, change, told) => {
  const present = structuredClone(released);
  change(present);
  expect(breakingChanges(released, present)).toContain(told);
});

test('what is added breaks nobody', () => {
  const present = structuredClone(released);
  properties(present.components.schemas.Contact).shoeSize = { type: 'number' };
  properties(present.components.schemas.ContactInput).shoeSize = { type: 'number' };
  Object.assign(present.paths, { '/api/shoes': present.paths['/api/notes'] });
  expect(breakingChanges(released, present)).toEqual([]);
});

const properties = (schema: Schema | undefined) => schema?.properties ?? {};
