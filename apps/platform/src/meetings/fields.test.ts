import { expect, test } from 'vitest';
import { unknownColumns } from '../../test-support/unknown-columns.ts';
import { world } from '../../test-support/world.ts';
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
];

test('the table of a meeting’s fields has every column of meetings', async () => {
  const { onlyInDatabase, onlyInFields } = await unknownColumns(w, 'meetings', meetingTable);
  expect(onlyInDatabase.filter((name) => !internal.includes(name))).toEqual([]);
  expect(onlyInFields).toEqual([]);
});
