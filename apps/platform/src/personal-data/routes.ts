import { Readable } from 'node:stream';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { recordedExport } from '../exports/record-export.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { orNotFound } from '../problems.ts';
import { addArchivedEvents } from './add-archived-events.ts';
import { collectPersonalData, countRecords } from './collect-personal-data.ts';
import { findErasure } from './erasure-queries.ts';
import type { Erasures } from './erasures.ts';
import { attachmentOf, findPerson, packPerson } from './pack-person.ts';
import {
  Erasure,
  ErasureInput,
  ErasureState,
  PersonalData,
  PersonalDataQuery,
  RunningErasure,
} from './schemas.ts';
import { countErasure, startErasure, toErasure } from './start-erasure.ts';

const tags = ['Contacts'];
const config = { area: 'contacts', roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'] } as const;
const personalDataAnswer = {
  description: 'The data, or with `format=ZIP` an archive of them',
  content: {
    'application/json': { schema: PersonalData },
    'application/zip': { schema: Type.String() },
  },
};
const ByUuid = Type.Object({ contactUuid: Uuid });

export async function personalDataRoutes(
  app: Server,
  services: { erasures: Erasures; objects: ObjectStore },
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
          'One object with everything that is held of the person, by kind of record, the history of changes too. With `format=ZIP` it is a file of an archive, beside a page that shows the same. The reading is recorded as an export. Programs need the scopes of households, meetings, notes and tasks besides, since a part would not be everything.',
        params: ByUuid,
        querystring: PersonalDataQuery,
        response: { 200: personalDataAnswer, ...problems(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { contactUuid } = request.params;
      const isZip = request.query.format === 'ZIP';
      const { found, person } = await request.inTenant(async (tx) => {
        const collected = await collectPersonalData(tx, request.caller, contactUuid);
        const whose = isZip ? await findPerson(tx, collected) : undefined;
        return { found: collected, person: whose };
      });
      const read = request.readTenant.bind(request);
      const data = await addArchivedEvents({ read, objects: services.objects }, found);
      const content = person ? packPerson(data, person) : JSON.stringify(data);
      const whole = Readable.from([{ content, rowCount: countRecords(data) }]);
      const exported = {
        list: 'personal-data',
        format: person ? 'zip' : 'json',
        contactUuid: data.contactUuid,
      } as const;
      const attachment = person
        ? attachmentOf(person)
        : `attachment; filename="${data.contactUuid}.json"`;
      return reply
        .header('content-type', person ? 'application/zip' : 'application/json; charset=utf-8')
        .header('content-disposition', attachment)
        .header('cache-control', 'no-store')
        .send((await recordedExport(request, exported, whole)) as never);
    },
  );

  app.post(
    '/api/contacts/:contactUuid/erase',
    {
      config: { ...config, area: null, needsProof: true, personOnly: true },
      schema: {
        operationId: 'eraseContact',
        tags,
        summary: 'Remove for good what is held of a person, deleted or not',
        description:
          'Fields, addresses, notes, mails, invitations and login go for good; past meetings keep their time without the name. A deleted contact can be erased too. With `dryRun` it only counts. An erasure that takes longer than 20 seconds goes on behind a 202.',
        params: ByUuid,
        body: ErasureInput,
        response: { 200: Erasure, 202: RunningErasure, ...problems(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { contactUuid } = request.params;
      const { reason, dryRun } = request.body;
      if (dryRun) return countErasure(request, contactUuid);
      const erasure = await startErasure(request, services, { contactUuid, reason });
      return (
        erasure ??
        reply.code(202).send({ status: 'RUNNING' as const, statusUrl: pathOf(contactUuid) })
      );
    },
  );

  app.get(
    '/api/contacts/:contactUuid/erase',
    {
      config: { ...config, area: null },
      schema: {
        operationId: 'getErasure',
        tags,
        summary: 'How far the erasure of a person is',
        description: 'RUNNING, or DONE with what was removed, for 30 days after its end.',
        params: ByUuid,
        response: { 200: ErasureState, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const erasure = await orNotFound(
        request.readTenant((tx) => findErasure(tx, request.params.contactUuid)),
        'erasure',
      );
      return {
        status: erasure.finishedAt ? ('DONE' as const) : ('RUNNING' as const),
        ...toErasure(erasure),
      };
    },
  );
}

const pathOf = (contactUuid: string) => `/api/contacts/${contactUuid}/erase`;
