import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { contactNotFound } from '../contact-access.ts';
import { listDuplicates } from '../duplicates/list-duplicates.ts';
import { Duplicate } from '../duplicates/schemas.ts';
import { readReadiness } from './read-readiness.ts';
import { Readiness } from './schemas.ts';

const tags = ['Contacts'];
const config = { area: 'contacts', roles: staffRoles };
const ByUuid = Type.Object({ contactUuid: Uuid });

export async function contactReadinessRoutes(app: Server) {
  app.get(
    '/api/contacts/:contactUuid/readiness',
    {
      config,
      schema: {
        operationId: 'getContactReadiness',
        tags,
        summary: 'How far onboarding is: what is missing, invalid or expiring, and the next call',
        description:
          'Goes through the steps of onboarding. ATTENTION means that something is invalid, a document expires within 90 days, or the person is politically exposed.',
        params: ByUuid,
        response: { 200: Readiness, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        const { contactUuid } = request.params;
        const readiness = await readReadiness(tx, request.caller, contactUuid);
        if (!readiness) throw await contactNotFound(tx, request.caller, contactUuid);
        return readiness;
      }),
  );

  app.get(
    '/api/contacts/:contactUuid/duplicates',
    {
      config,
      schema: {
        operationId: 'listContactDuplicates',
        tags,
        summary: 'Contacts that may be the same person, and why',
        description:
          'Compares names, dates of birth, e-mails, phones and identity numbers, and says which of them agree.',
        params: ByUuid,
        response: { 200: Type.Array(Duplicate), ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) => listDuplicates(tx, request.caller, request.params.contactUuid)),
  );
}
