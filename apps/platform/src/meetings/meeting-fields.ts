import type { ListFields } from '@atrium/kit/lists/fields.ts';

/**
 * What meetings are filtered and sorted by. Start and end compare as they are shown, by the clock of
 * the meeting's own zone, times of the record to the second.
 */
export const meetingFields: ListFields = {
  meetingUuid: { column: 'm.meeting_uuid', type: 'uuid' },
  title: { column: 'm.title', type: 'text' },
  startDateTime: { column: 'm.start_local', type: 'localTime', notNull: true },
  endDateTime: { column: 'm.end_local', type: 'localTime', notNull: true },
  timezone: { column: 'm.timezone', type: 'text', notNull: true },
  allDay: { column: 'm.all_day', type: 'boolean' },
  durationMinutes: { column: 'm.duration_minutes', type: 'integer', notNull: true },
  locationType: { column: 'm.location_type', type: 'enum' },
  status: { column: 'm.status', type: 'enum' },
  source: { column: 'm.source', type: 'enum' },
  hostUuid: { column: 'm.host_uuid', type: 'uuid' },
  hostName: { column: 'f.host_name', type: 'text', notNull: true },
  attendeeCount: { column: 'f.attendee_count', type: 'integer', notNull: true },
  externallyOrganized: { column: 'm.externally_organized', type: 'boolean' },
  showExternalCalendarIcon: { column: 'f.show_external_calendar_icon', type: 'boolean' },
  externalSyncStatus: { column: 'm.external_sync_status', type: 'enum' },
  canEdit: { column: 'f.can_edit', type: 'boolean' },
  canCancel: { column: 'f.can_cancel', type: 'boolean' },
  canResend: { column: 'f.can_resend', type: 'boolean' },
  canRemoveFromCalendar: { column: 'f.can_remove_from_calendar', type: 'boolean' },
  createdAt: { column: 'f.created_second', type: 'time', notNull: true },
  updatedAt: { column: 'f.updated_second', type: 'time', notNull: true },
};
