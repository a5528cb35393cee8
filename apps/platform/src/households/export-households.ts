import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { CsvExport } from '../exports/send-csv.ts';
import { exportedNames } from '../lists/record-fields.ts';
import { exportedTable } from './fields.ts';
import { asked, type HouseholdFilter } from './household-filter.ts';
import { listHouseholdsAfter } from './queries.ts';
import type { ExportedHousehold } from './schemas.ts';

const fields = exportedNames(exportedTable);

/** Returns the export of the households that meet every condition; active ones unless asked otherwise. */
export function exportHouseholds(
  caller: Caller,
  filter: HouseholdFilter,
): CsvExport<ExportedHousehold> {
  return {
    list: 'households',
    shows: 'HOUSEHOLD',
    header: fields,
    readAfter: (tx, after, limit) =>
      listHouseholdsAfter(tx, asked(tx, caller, filter), { after, limit }),
    keyOf: ({ householdUuid }) => householdUuid,
    cellsOf: (household) => fields.map((name) => household[name]),
  };
}
