import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { CsvExport } from '../exports/send-csv.ts';
import { exportedNames } from '../lists/record-fields.ts';
import { exportedTable } from './fields.ts';
import { asked, type MeetingFilter } from './meeting-filter.ts';
import { listMeetingsAfter } from './queries.ts';
import type { ExportedMeeting } from './schemas.ts';

const fields = exportedNames(exportedTable);

/** Returns the export of the meetings that meet every condition: the caller's, or all of the tenant. */
export function exportMeetings(caller: Caller, filter: MeetingFilter): CsvExport<ExportedMeeting> {
  return {
    list: 'meetings',
    header: fields,
    readAfter: (tx, after, limit) =>
      listMeetingsAfter(tx, caller, asked(tx, caller, filter), { after, limit }),
    keyOf: ({ meetingUuid }) => meetingUuid,
    cellsOf: (meeting) => fields.map((name) => meeting[name]),
  };
}
