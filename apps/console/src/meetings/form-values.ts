import type { BodyOf } from '../api.ts';
import { momentOf, nextWorkingHour, showClock } from '../meeting-time.ts';
import type { Search } from '../search.ts';
import { shownZone, today } from '../time.ts';
import type { MeetingDetail } from './answer.tsx';

/** Somebody to invite: of the firm's people, of its team, or from outside. */
export type Picked = {
  kind: 'CONTACT' | 'STAFF' | 'EXTERNAL';
  /** The identifier, or the address of somebody from outside. */
  id: string;
  name: string;
  email: string | null;
  language?: 'es' | 'en' | undefined;
};

export type MeetingValues = {
  people: Picked[];
  title: string;
  date: string;
  start: string;
  endDate: string;
  end: string;
  timezone: string;
  allDay: boolean;
  locationType: MeetingDetail['locationType'];
  locationDetail: string;
  meetingLink: string;
  meetingPassword: string;
  description: string;
  internalNotes: string;
};

/** Returns an empty form: the next hour of work, or the time that the address states; another day begins at 09:00. */
export function newValues({ date, start, end, allDay }: Search<'newMeeting'>): MeetingValues {
  const next = nextWorkingHour();
  const nextDay = next.toPlainDate().toString();
  const day = date ?? (start ? today().toString() : nextDay);
  const from = start ?? (day === nextDay ? showClock(next) : '09:00');
  const begin = Temporal.PlainDateTime.from(`${day}T${from}`);
  const finish = end ? undefined : begin.add({ hours: 1 });
  return {
    people: [],
    title: '',
    date: day,
    start: from,
    endDate: finish ? finish.toPlainDate().toString() : day,
    end: end ?? (finish ?? begin).toPlainTime().toString().slice(0, 5),
    timezone: shownZone(),
    allDay: allDay === 'true',
    locationType: 'IN_PERSON',
    locationDetail: '',
    meetingLink: '',
    meetingPassword: '',
    description: '',
    internalNotes: '',
  };
}

const kinds = {
  CONTACT: 'CONTACT',
  TENANT_STAFF: 'STAFF',
  PARTNER_STAFF: 'STAFF',
  EXTERNAL: 'EXTERNAL',
} as const;

/** Returns the form of a meeting as it is; the last day of an all-day meeting is included. */
export function valuesOf(meeting: MeetingDetail): MeetingValues {
  const [date = '', start = ''] = meeting.startDateTime.split('T');
  const [endDate = '', end = ''] = meeting.endDateTime.split('T');
  const last = Temporal.PlainDate.from(endDate).subtract({ days: end === '00:00:00' ? 1 : 0 });
  return {
    people: meeting.participants.map((each) => ({
      kind: kinds[each.participantType],
      id: each.participantEntityUuid ?? each.email ?? '',
      name: each.name ?? each.email ?? '',
      email: each.email,
      ...(each.language === 'es' || each.language === 'en' ? { language: each.language } : {}),
    })),
    title: meeting.title ?? '',
    date,
    start: meeting.allDay ? '09:00' : start.slice(0, 5),
    endDate: meeting.allDay ? last.toString() : endDate,
    end: meeting.allDay ? '10:00' : end.slice(0, 5),
    timezone: meeting.timezone,
    allDay: meeting.allDay,
    locationType: meeting.locationType,
    locationDetail: meeting.locationDetail ?? '',
    meetingLink: meeting.meetingLink ?? '',
    meetingPassword: meeting.meetingPassword ?? '',
    description: meeting.description ?? '',
    internalNotes: meeting.internalNotes ?? '',
  };
}

/** Returns the two times as they are sent: of an all-day meeting two dates, the end excluded. */
export function timesOf(values: MeetingValues) {
  const { date, start, endDate, end, allDay } = values;
  if (!allDay) return { startDateTime: `${date}T${start}`, endDateTime: `${endDate}T${end}` };
  const after = Temporal.PlainDate.from(endDate).add({ days: 1 }).toString();
  return { startDateTime: date, endDateTime: after };
}

/** Returns the minutes that really pass, or undefined while the times are not complete or not in order. */
export function minutesOf(values: MeetingValues): number | undefined {
  const { startDateTime, endDateTime } = timesOf({ ...values, allDay: false });
  try {
    const [from, to] = [startDateTime, endDateTime].map((each) => momentOf(each, values.timezone));
    const minutes = from && to ? from.until(to).total('minutes') : 0;
    return minutes > 0 ? minutes : undefined;
  } catch {
    // A field is still empty.
    return undefined;
  }
}

/** Says whether a field is shown: only a meeting online has a link. */
export const isAsked = (path: string, { locationType }: MeetingValues) =>
  locationType === 'ONLINE' || (path !== 'meetingLink' && path !== 'meetingPassword');

const textOf = (text: string) => text.trim() || null;

/** Returns what the API takes. */
export function bodyOf(values: MeetingValues): NonNullable<BodyOf<'createMeeting'>> {
  const of = (kind: Picked['kind']) => values.people.filter((each) => each.kind === kind);
  const isOnline = values.locationType === 'ONLINE';
  return {
    ...timesOf(values),
    timezone: values.timezone,
    allDay: values.allDay,
    title: textOf(values.title),
    locationType: values.locationType,
    locationDetail: textOf(values.locationDetail),
    meetingLink: isOnline ? textOf(values.meetingLink) : null,
    meetingPassword: isOnline ? textOf(values.meetingPassword) : null,
    description: textOf(values.description),
    internalNotes: textOf(values.internalNotes),
    contactIds: of('CONTACT').map(({ id }) => id),
    staffIds: of('STAFF').map(({ id }) => id),
    externalAttendees: of('EXTERNAL').map(({ id, name, language }) => ({
      email: id,
      ...(name === id ? {} : { name }),
      ...(language ? { language } : {}),
    })),
  };
}

/** Returns the field of the form for a path of the API. */
export function fieldOf(path: string): string {
  const root = path.replace(/[[.].*$/, '');
  const names: Record<string, string> = {
    startDateTime: 'start',
    endDateTime: 'end',
    contactIds: 'people',
    staffIds: 'people',
    externalAttendees: 'people',
  };
  return names[root] ?? root;
}
