import { useWords } from '../i18n/words.ts';
import { nowHere, showClock, showDay, spanOf } from '../meeting-time.ts';
import { nameOfParticipant } from '../meetings/people.tsx';
import type { TodayAnswer } from './use-today.ts';

export type Meeting = TodayAnswer['declined'][number];

/** Returns those from outside the firm who said no. */
export const declinedOf = ({ participants }: Meeting) =>
  participants.filter(
    ({ rsvpStatus, participantType: type }) =>
      rsvpStatus === 'DECLINED' && (type === 'CONTACT' || type === 'EXTERNAL'),
  );

/** A refusal this near stands above the next meeting. */
const pressingHours = 48;

/** Returns the meeting that matters most now: a refusal of the next days, else what comes next, else a later refusal. */
export function leadOf({ next, declined: [first] }: TodayAnswer): Meeting | undefined {
  if (!first) return next ?? undefined;
  const hours = nowHere().until(spanOf(first)[0]).total('hours');
  return hours <= pressingHours ? first : (next ?? first);
}

/** Returns what says when a meeting is, from now on: "In 3 h 20 min", "Tomorrow at 10:00", "Thu, 3 dec, 10:00". */
export function useSayWhen(): (meeting: Meeting) => string {
  const t = useWords('today');
  return (meeting) => {
    const [start, end] = spanOf(meeting);
    const now = nowHere();
    const time = showClock(start);
    const minutes = Math.ceil(now.until(start).total('minutes'));
    if (minutes <= 0) return t('lead.now', { time: showClock(end) });
    const days = now.toPlainDate().until(start.toPlainDate()).days;
    if (days === 0) return t('lead.in', { time: duration(minutes) });
    if (days === 1) return t('lead.tomorrow', { time });
    const day = showDay(start.toPlainDate(), true);
    return t('lead.on', { day: day.charAt(0).toUpperCase() + day.slice(1), time });
  };
}

/** Hours and minutes as "3 h 20 min". */
const duration = (minutes: number) =>
  [
    Math.floor(minutes / 60) && `${Math.floor(minutes / 60)} h`,
    minutes % 60 && `${minutes % 60} min`,
  ]
    .filter(Boolean)
    .join(' ');

/** Returns whom one would call about a meeting, and the number: first who said no, then the first client. */
export function callOf(meeting: Meeting, phones: TodayAnswer['phones']) {
  const people = [...declinedOf(meeting), ...meeting.participants];
  const numbers = people.flatMap((person) => {
    const own = phones.find(({ contactUuid }) => contactUuid === person.participantEntityUuid);
    const number = own ? `${own.phoneCountryCode ?? ''}${own.phoneNumber}` : guestNumber(person);
    return number
      ? [{ name: nameOfParticipant(person), number: number.replace(/[^\d+]/g, '') }]
      : [];
  });
  return numbers[0];
}

const guestNumber = ({ participantType, phone, countryCode }: Meeting['participants'][number]) => {
  if (participantType !== 'EXTERNAL' || !phone) return undefined;
  return phone.startsWith('+') || !countryCode?.startsWith('+') ? phone : countryCode + phone;
};
