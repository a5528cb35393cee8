import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { seenHouseholdsOf } from '../auth/visible-households.ts';
import { asRestored } from '../http/deleted-records.ts';
import { IfMatchHeader } from '../http/if-match.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import { PageOf, PageQuery } from '../lists/page.ts';
import { Outcomes } from '../several-records.ts';
import { contactNotFound, visibleTo } from './contact-access.ts';
import { createContact } from './create-contact.ts';
import { deleteContact, type LeaveHouseholds } from './delete-contact.ts';
import { Contact, ContactInput, ContactUpdate } from './fields.ts';
import { initCredentials } from './login/init-credentials.ts';
import { resetContactSecondFactor } from './login/reset-second-factor.ts';
import { contactsList, selectContact } from './queries.ts';
import { asksForStatus } from './readiness/readiness-list.ts';
import { Reassignment, reassignContacts } from './reassign-contacts.ts';
import { type ReturnToHouseholds, restoreContact } from './restore-contact.ts';
import { type ContactRow, Credentials } from './schemas.ts';
import { updateContact } from './update-contact.ts';

const tags = ['Contacts'];
const config = { area: 'contacts', roles: staffRoles };
const ByUuid = Type.Object({ contactUuid: Uuid });

export async function contactRoutes(
  app: Server,
  {
    leaveHouseholds,
    returnToHouseholds,
  }: { leaveHouseholds: LeaveHouseholds; returnToHouseholds: ReturnToHouseholds },
) {
  app.get(
    '/api/contacts',
    {
      config: { ...config, heavy: asksForStatus },
      schema: {
        operationId: 'listContacts',
        tags,
        summary: 'Contacts by page, or those that match a search',
        description:
          'By page or cursor. A search finds words of names, e-mails, phone numbers and identity numbers. Partner staff see the clients of their own partner.',
        querystring: Type.Object({
          searchTerm: Type.Optional(
            Type.String({ maxLength: 200, description: 'Words of names, e-mails or numbers' }),
          ),
          ...PageQuery.properties,
        }),
        response: { 200: PageOf(Contact), ...problems(400, 401, 403) },
      },
    },
    (request) => {
      const { searchTerm, ...page } = request.query;
      return request.readTenant((tx) => {
        const list = contactsList(
          tx,
          visibleTo(tx, request.caller),
          searchTerm,
          seenHouseholdsOf(tx, request.caller),
        );
        return fetchPage<ContactRow>(tx, list, page, request.totalsOf(tx, 'CONTACT'));
      });
    },
  );

  app.get(
    '/api/contacts/:contactUuid',
    {
      config: { ...config, shows: 'CONTACT', versioned: true },
      schema: {
        operationId: 'getContact',
        tags,
        summary: 'One contact',
        description:
          'The whole record with addresses, documents and employments. A contact that the caller may not see is not found.',
        params: ByUuid,
        response: { 200: Contact, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const { contactUuid } = request.params;
      const { caller } = request;
      const [contact] = await request.readTenant((tx) =>
        selectContact(tx, visibleTo(tx, caller), contactUuid, seenHouseholdsOf(tx, caller)),
      );
      if (contact) return contact;
      throw await request.readTenant((tx) => contactNotFound(tx, caller, contactUuid));
    },
  );

  app.post(
    '/api/contacts',
    {
      config: { ...config, creates: true, versioned: true },
      schema: {
        operationId: 'createContact',
        tags,
        summary: 'Create a contact',
        description:
          'The contact begins as a prospect or subscriber of the firm, with a manager of its staff. Unknown stages, sources and segments are refused.',
        body: ContactInput,
        response: { 200: Contact, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inTenant((tx) => createContact(tx, request.caller, request.body)),
  );

  app.put(
    '/api/contacts/:contactUuid',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'updateContact',
        tags,
        summary: 'Change the sales, compliance or activation fields that are stated',
        description:
          'What is absent stays, null clears. An address with addressUuid changes that one, without it a new one is added. Answers the whole contact.',
        params: ByUuid,
        headers: IfMatchHeader,
        body: ContactUpdate,
        response: { 200: Contact, ...problems(400, 401, 403, 404, 409, 412) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        updateContact(
          tx,
          request.caller,
          request.params.contactUuid,
          request.body,
          request.requireMatch,
        ),
      ),
  );

  app.post(
    '/api/contacts/reassign',
    {
      config,
      schema: {
        operationId: 'reassignContacts',
        tags,
        summary: 'Give several contacts to another manager',
        description:
          'Each as a change of its manager, and what became of each: one that is refused stays, and the others go on. Repeated, it changes nothing more.',
        body: Reassignment,
        response: { 200: Outcomes, ...problems(400, 401, 403) },
      },
    },
    (request) => request.inTenant((tx) => reassignContacts(tx, request.caller, request.body)),
  );

  app.delete(
    '/api/contacts/:contactUuid',
    {
      config,
      schema: {
        operationId: 'deleteContact',
        tags,
        summary: 'Delete a contact softly; a login ends with it',
        description:
          'The contact leaves lists and households, and its login ends. An administrator can restore it.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        deleteContact(tx, leaveHouseholds, request.caller, request.params.contactUuid),
      ),
  );

  app.post(
    '/api/contacts/:contactUuid/restore',
    {
      config: { area: 'contacts', roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'], versioned: true },
      schema: {
        operationId: 'restoreContact',
        tags,
        summary: 'Bring a deleted contact back, without its login',
        description:
          'Memberships come back unless the contact is a member again. A login does not: notRestored says what has to be done anew.',
        params: ByUuid,
        response: { 200: asRestored(Contact), ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        restoreContact(tx, returnToHouseholds, request.caller, request.params.contactUuid),
      ),
  );

  app.post(
    '/api/contacts/:contactUuid/credentials/init',
    {
      config: { ...config, creates: true },
      schema: {
        operationId: 'initContactCredentials',
        tags,
        summary: 'Give the contact a login and mail the link that sets the password',
        description:
          'Needs a primary e-mail. Repeated, it mails a new link and makes no second account.',
        params: ByUuid,
        response: { 200: Credentials, ...problems(400, 401, 403, 404, 409, 422) },
      },
    },
    (request) =>
      request.inTenant((tx) => initCredentials(tx, request.caller, request.params.contactUuid)),
  );

  app.post(
    '/api/contacts/:contactUuid/second-factor/reset',
    {
      config: { roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'], needsProof: true, personOnly: true },
      schema: {
        operationId: 'resetContactSecondFactor',
        tags,
        summary: 'Take all second factors of the contact’s login away and end its sessions',
        description: 'For a client who lost the device. The next sign-in needs the password alone.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        resetContactSecondFactor(tx, request.caller, request.params.contactUuid),
      ),
  );
}
