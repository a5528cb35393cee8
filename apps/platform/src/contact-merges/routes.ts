import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { listDuplicateGroups } from '../contacts/duplicates/list-duplicate-groups.ts';
import { DuplicateGroup } from '../contacts/duplicates/schemas.ts';
import { Contact } from '../contacts/fields.ts';
import { PageOf, PageQuery } from '../lists/page.ts';
import { dismissDuplicate } from './dismiss-duplicate.ts';
import { mergeContacts } from './merge-contacts.ts';
import { ContactMerge, DuplicatePair } from './schemas.ts';

const tags = ['Contacts'];
const config = { area: 'contacts', roles: staffRoles };

export async function contactMergeRoutes(app: Server) {
  app.get(
    '/api/contacts/duplicates',
    {
      config: { ...config, heavy: true },
      schema: {
        operationId: 'listDuplicateGroups',
        tags,
        summary: 'Contacts of the firm that may be the same person, the likeliest first',
        description:
          'By page, over the whole firm: each entry has two to ten contacts and what they agree in. Contacts that have different numbers of one type and country are never in one, nor those with different birth dates unless an e-mail, phone or number is the same, nor those that were dismissed.',
        querystring: PageQuery,
        response: { 200: PageOf(DuplicateGroup), ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => listDuplicateGroups(tx, request.caller, request.query)),
  );

  app.post(
    '/api/contacts/duplicates/dismiss',
    {
      config,
      schema: {
        operationId: 'dismissDuplicate',
        tags,
        summary: 'Say that two contacts are not the same person',
        description:
          'Administrators, and whoever manages both. They are no duplicates from then on, until one of them changes its names, number, e-mail or phone.',
        body: DuplicatePair,
        response: { 204: Type.Null(), ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) => dismissDuplicate(tx, request.caller, request.body, false)),
  );

  app.post(
    '/api/contacts/duplicates/undismiss',
    {
      config,
      schema: {
        operationId: 'undismissDuplicate',
        tags,
        summary: 'Take back that two contacts are not the same person',
        description:
          'Administrators, and whoever manages both. What they share makes them duplicates again.',
        body: DuplicatePair,
        response: { 204: Type.Null(), ...problems(400, 401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => dismissDuplicate(tx, request.caller, request.body, true)),
  );

  app.post(
    '/api/contacts/:contactUuid/merge',
    {
      config,
      schema: {
        operationId: 'mergeContacts',
        tags,
        summary: 'Make two records of one person one; the other is deleted',
        description:
          'What belongs to the other moves to the one that stays, with the fields named in take. The other is deleted, and its identifier answers 404 with mergedInto.',
        params: Type.Object({ contactUuid: Uuid }),
        body: ContactMerge,
        response: { 200: Contact, ...problems(400, 401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        mergeContacts(tx, request.caller, request.params.contactUuid, request.body),
      ),
  );
}
