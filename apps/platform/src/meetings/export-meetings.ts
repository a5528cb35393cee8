import type { Caller } from '@atrium/kit/auth/caller.ts';
import { type Static, Type } from 'typebox';
import { exportLook } from '../exports/export-look.ts';
import { wordsOf } from '../exports/in-words.ts';
import type { CsvExport } from '../exports/send-csv.ts';
import { exportedNames } from '../lists/record-fields.ts';
import { columnTable, exportedTable } from './fields.ts';
import { asked, MeetingFilter } from './meeting-filter.ts';
import { listMeetingsAfter } from './queries.ts';
import type { ExportedMeeting } from './schemas.ts';

const names: readonly string[] = exportedNames(exportedTable);
const words = wordsOf(columnTable, { status: 'meetingStatus' });

/** Asks for the meetings that meet every condition, and how they are written. */
export const MeetingExport = Type.Object({
  ...MeetingFilter.properties,
  ...exportLook(Object.keys(columnTable)),
});

/** Returns the export of the meetings that meet every condition: the caller's, or all of the tenant. */
export function exportMeetings(
  caller: Caller,
  body: Static<typeof MeetingExport>,
): CsvExport<ExportedMeeting> {
  return {
    list: 'meetings',
    header: body.columns ?? names,
    look: body,
    words,
    readAfter: (tx, after, limit) =>
      listMeetingsAfter(tx, caller, asked(tx, caller, body), { after, limit }),
    keyOf: ({ meetingUuid }) => meetingUuid,
    cellOf: (meeting, name) => meeting[name as keyof ExportedMeeting],
  };
}
