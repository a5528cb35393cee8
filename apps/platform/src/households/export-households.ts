import type { Caller } from '@atrium/kit/auth/caller.ts';
import { type Static, Type } from 'typebox';
import { exportLook } from '../exports/export-look.ts';
import { wordsOf } from '../exports/in-words.ts';
import type { CsvExport } from '../exports/send-csv.ts';
import { exportedNames } from '../lists/record-fields.ts';
import { exportedTable, householdTable } from './fields.ts';
import { asked, HouseholdFilter } from './household-filter.ts';
import { HouseholdGlance, type HouseholdGlanceRow } from './household-glance.ts';
import { listHouseholdsAfter } from './queries.ts';

const names: readonly string[] = exportedNames(exportedTable);
const words = {
  ...wordsOf(householdTable),
  lastMeetingAt: { type: 'time' },
  nextMeetingAt: { type: 'time' },
};

/** Asks for the households that meet every condition, and how they are written. */
export const HouseholdExport = Type.Object({
  ...HouseholdFilter.properties,
  ...exportLook(Object.keys(HouseholdGlance.properties)),
});

/** Returns the export of the households that meet every condition; active ones unless asked otherwise. */
export function exportHouseholds(
  caller: Caller,
  body: Static<typeof HouseholdExport>,
): CsvExport<HouseholdGlanceRow> {
  const header = body.columns ?? names;
  return {
    list: 'households',
    shows: 'HOUSEHOLD',
    header,
    look: body,
    words,
    readAfter: (tx, after, limit) =>
      listHouseholdsAfter(tx, asked(tx, caller, body), {
        after,
        limit,
        isWhole: body.columns !== undefined,
      }),
    keyOf: ({ householdUuid }) => householdUuid,
    cellOf: (household, name) => household[name as keyof HouseholdGlanceRow],
  };
}
