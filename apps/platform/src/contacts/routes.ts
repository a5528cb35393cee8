import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { type JsonRow, PageOf, PageQuery, sendPage } from '@atrium/kit/lists/page.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { sightOf } from '../auth/bound-partner.ts';
import { seenHouseholdsOf } from '../households/visible-households.ts';
import { notFound } from '../problems.ts';
import type { Services } from '../services.ts';
import { visibleTo } from './contact-access.ts';
import { createContact } from './create-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { initCredentials } from './login/init-credentials.ts';
import { contactsList, findContact } from './queries.ts';
import { Contact, ContactInput, ContactUpdate, Credentials } from './schemas.ts';
import { updateContact } from './update-contact.ts';

const tags = ['Contacts'];
const config = { roles: staffRoles };
const ByUuid = Type.Object({ contactUuid: Uuid });

export async function contactRoutes(app: Server, { credentialsMail }: Services) {
  app.get(
    '/api/contacts',
    {
      config,
      schema: {
        operationId: 'listContacts',
        tags,
        summary: 'Contacts by page, or those that match a search',
        querystring: Type.Object({
          searchTerm: Type.Optional(
            Type.String({ maxLength: 200, description: 'Words of names, e-mails or numbers' }),
          ),
          ...PageQuery.properties,
        }),
        response: { 200: PageOf(Contact), ...problems(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { query, caller } = request;
      const { searchTerm, ...page } = query;
      const about = [sightOf(caller), []];
      const found = await request.readPage<JsonRow>(page, (tx) =>
        contactsList(tx, {
          where: visibleTo(tx, caller),
          searchTerm,
          about,
          households: seenHouseholdsOf(tx, caller),
        }),
      );
      return sendPage(reply, found);
    },
  );

  app.get(
    '/api/contacts/:contactUuid',
    {
      config,
      schema: {
        operationId: 'getContact',
        tags,
        summary: 'One contact',
        params: ByUuid,
        response: { 200: Contact, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readOneStatement(async (tx) => {
        const visible = visibleTo(tx, request.caller);
        const households = seenHouseholdsOf(tx, request.caller);
        const { contactUuid } = request.params;
        const contact = await findContact(tx, visible, contactUuid, households);
        if (!contact) throw notFound('contact');
        return contact;
      }),
  );

  app.post(
    '/api/contacts',
    {
      config: { ...config, creates: true },
      schema: {
        operationId: 'createContact',
        tags,
        summary: 'Create a contact',
        body: ContactInput,
        response: { 200: Contact, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inOneStatement((tx) => createContact(tx, request.caller, request.body)),
  );

  app.put(
    '/api/contacts/:contactUuid',
    {
      config,
      schema: {
        operationId: 'updateContact',
        tags,
        summary: 'Change the sales, compliance or activation fields that are stated',
        params: ByUuid,
        body: ContactUpdate,
        response: { 200: Contact, ...problems(400, 401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        updateContact(tx, request.caller, request.params.contactUuid, request.body),
      ),
  );

  app.delete(
    '/api/contacts/:contactUuid',
    {
      config,
      schema: {
        operationId: 'deleteContact',
        tags,
        summary: 'Delete a contact softly; a login ends with it',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { contactUuid } = request.params;
      await request.inTenant((tx) => deleteContact(tx, request.caller, contactUuid));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/contacts/:contactUuid/credentials/init',
    {
      config,
      schema: {
        operationId: 'initContactCredentials',
        tags,
        summary: 'Give the contact a login and mail the link that sets the password',
        params: ByUuid,
        response: { 200: Credentials, ...problems(400, 401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        initCredentials(tx, credentialsMail, request.caller, request.params.contactUuid),
      ),
  );
}
