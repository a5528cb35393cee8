import { Readable } from 'node:stream';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { recordedExport } from '../exports/record-export.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MeetingServices } from '../meetings/export-change.ts';
import { collectPersonalData, countRecords } from './collect-personal-data.ts';
import { erasePerson } from './erase-person.ts';
import { lockPerson, type PersonValues } from './find-person.ts';
import { Erasure, ErasureInput, PersonalData } from './schemas.ts';

const tags = ['Contacts'];
const config = { roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'] } as const;
const ByUuid = Type.Object({ contactUuid: Uuid });

export async function personalDataRoutes(
  app: Server,
  services: MeetingServices & { mailer: Mailer },
) {
  app.get(
    '/api/contacts/:contactUuid/personal-data',
    {
      config: { ...config, shows: 'CONTACT', heavy: true },
      schema: {
        operationId: 'getPersonalData',
        tags,
        summary: 'Everything that is held of a person, by kind of record',
        description:
          'One object with everything that is held of the person, by kind of record. The reading is recorded as an export.',
        params: ByUuid,
        response: { 200: PersonalData, ...problems(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { contactUuid } = request.params;
      const data = await request.inTenant((tx) =>
        collectPersonalData(tx, request.caller, contactUuid),
      );
      const whole = Readable.from([
        { content: reply.serialize(data).toString(), rowCount: countRecords(data) },
      ]);
      const exported = {
        list: 'personal-data',
        format: 'json',
        contactUuid: data.contactUuid,
      } as const;
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${data.contactUuid}.json"`)
        .header('cache-control', 'no-store')
        .send((await recordedExport(request, exported, whole)) as never);
    },
  );

  app.post(
    '/api/contacts/:contactUuid/erase',
    {
      config: { ...config, needsProof: true, personOnly: true },
      schema: {
        operationId: 'eraseContact',
        tags,
        summary: 'Remove for good what is held of a person, deleted or not',
        description:
          'Fields, addresses, notes, mails, invitations and login go for good; past meetings keep their time without the name. A deleted contact can be erased too.',
        params: ByUuid,
        body: ErasureInput,
        response: { 200: Erasure, ...problems(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { caller, params, body } = request;
      const { contactUuid } = params;
      const removeMails = ({ distinctive }: PersonValues) =>
        services.mailer.removeNaming(caller.tenantUuid, distinctive);
      // Once before, since nobody knows the values afterwards, and once for what was sent meanwhile.
      const known = await request.inTenant((tx) => lockPerson(tx, caller, contactUuid));
      const mails = await removeMails(known.values);
      const { erasure, values } = await request.inTenant((tx) =>
        erasePerson(tx, services, { caller, contactUuid, reason: body.reason }),
      );
      const later = await removeMails(values);
      return { ...erasure, removed: { ...erasure.removed, mails: mails + later } };
    },
  );
}
