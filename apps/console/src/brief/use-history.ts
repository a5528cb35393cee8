import { useRead } from '../data.ts';
import { spanOf } from '../meeting-time.ts';
import type { MeetingDetail } from '../meetings/answer.tsx';

export type History = ReturnType<typeof useHistory>;

/** Reads the meetings of the same people within the year before this one, the last first. */
export function useHistory(meeting: MeetingDetail, contactUuids: readonly string[]) {
  const [start] = spanOf(meeting);
  const before = start.toPlainDateTime();
  return useRead(
    'filterMeetings',
    {
      body: {
        filters: [
          { field: 'participantUuid', operator: 'IN', values: [...contactUuids] },
          { field: 'startDateTime', operator: 'LESS_THAN', value: before.toString() },
          {
            field: 'startDateTime',
            operator: 'GREATER_THAN_OR_EQUAL',
            value: before.subtract({ years: 1 }).toString(),
          },
          { field: 'status', operator: 'EQUALS', value: 'ACTIVE' },
          { field: 'meetingUuid', operator: 'NOT_EQUALS', value: meeting.meetingUuid },
        ],
        sort: ['startDateTime,desc'],
        size: 100,
      },
    },
    { enabled: contactUuids.length > 0 },
  );
}
