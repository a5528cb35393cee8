import { expect, test } from 'vitest';
import { unknownColumns } from '../../test-support/unknown-columns.ts';
import { world } from '../../test-support/world.ts';
import type { RecordFields } from '../lists/record-fields.ts';
import { meetingTable } from './fields.ts';

const w = await world();

/** Columns of `meetings` that are worked out, or that only verbs and the sync read. */
const internal = [
  'starts_at',
  'ends_at',
  'rules_version',
  'host_name',
  'canceled_at',
  'is_long',
  'shows_free',
  'version',
  'sequence',
  'ical_uid',
  'time_sequence',
];

test('the table of a meeting’s fields has every column of meetings', async () => {
  const { onlyInDatabase, onlyInFields } = await unknownColumns(w, 'meetings', meetingTable);
  expect(onlyInDatabase.filter((name) => !internal.includes(name))).toEqual([]);
  expect(onlyInFields).toEqual([]);
});

test('a meeting is written and answered with each field that a creation can state', async () => {
  const adviser = await (await w.tenant()).as('TENANT_STAFF');
  const input = {
    title: 'Annual review',
    startDateTime: '2027-03-01T09:30:00',
    endDateTime: '2027-03-01T10:30:00',
    timezone: 'America/Santiago',
    allDay: false,
    locationType: 'ONLINE',
    locationDetail: 'Second floor',
    description: 'The year behind and the year ahead',
    internalNotes: 'Ask for the new address',
    meetingInformation: 'Ring twice',
    meetingLink: 'https://meet.example/review',
    meetingPassword: 'quetzal',
    meetingProvider: 'Example Meet',
  };
  const table: RecordFields = meetingTable;
  const creatable = Object.keys(table).filter((name) => table[name]?.create);
  expect(creatable.filter((name) => !(name in input))).toEqual([]);
  const { body } = await adviser.post('/api/v1/meetings', input);
  expect(body).toMatchObject(input);
});
