import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { cancelMeeting } from '../meetings/cancel-meeting.ts';
import { createMeeting } from '../meetings/create-meeting.ts';
import type { MeetingServices } from '../meetings/export-change.ts';
import { recordRsvp } from '../meetings/rsvp/record-rsvp.ts';
import type { MeetingRow, NewMeeting } from '../meetings/schemas.ts';
import { clientEmail } from './demo-contacts.ts';
import { actAs, type Scene, timezone, travelTo } from './past.ts';
import type { Random } from './random.ts';

type MeetingScene = Scene & { services: MeetingServices };
type Called = Pick<NewMeeting, 'title' | 'contactIds'> & ReturnType<typeof timesOf>;

const titles = [
  'Revisión anual de cartera',
  'Propuesta de inversión',
  'Firma de documentos',
  'Seguimiento trimestral',
  'Primera reunión',
] as const;
/** Days from today, the hour, and how many minutes. */
const slots = [
  [-28, 10, 60],
  [-24, 16, 30],
  [-20, 9, 45],
  [-15, 12, 60],
  [-13, 15, 60],
  [-9, 11, 30],
  [-6, 10, 90],
  [-2, 17, 30],
  [1, 9, 60],
  [1, 11, 45],
  [2, 10, 60],
  [3, 15, 30],
  [5, 12, 60],
  [6, 16, 60],
  [8, 10, 30],
  [12, 9, 60],
  [15, 11, 60],
  [20, 10, 45],
] as const;
/** The meetings of the adviser who signs in, this week and the next: working days from today, the time, and how many minutes. */
const ownSlots = [
  [0, '10:00', 60],
  [0, '16:00', 45],
  [1, '09:30', 60],
  [2, '12:00', 45],
  [4, '15:00', 60],
  [5, '11:00', 90],
] as const;

/**
 * Meetings of the last and the coming weeks, most of them answered, one canceled; of the past ones, one
 * in three by the adviser who signs in. All were called in the past, and of the past nobody is sent a mail.
 */
export async function createDemoMeetings(tx: Tx, scene: MeetingScene): Promise<void> {
  const { random, now, advisers } = scene;
  const [first] = advisers;
  const [client] = await tx<{ contactUuid: string }[]>`
    select contact_uuid from contacts where primary_email = ${clientEmail}`;
  for (const [at, [days, hour, minutes]] of slots.entries()) {
    const isPast = days < 0;
    // What is to come of the adviser who signs in is called below.
    const adviser =
      isPast && at % 3 === 0 && first ? first : random.pick(isPast ? advisers : advisers.slice(1));
    const start = today(now)
      .add({ days: withoutWeekend(now, days) })
      .toPlainDateTime({ hour });
    const contactIds = await someClients(tx, random, adviser);
    // The client who signs in meets the adviser who does.
    if (client && isPast && at % 6 === 0) contactIds.push(client.contactUuid);
    const called = { ...timesOf(start, minutes), title: random.pick(titles), contactIds };
    const meeting = await callMeeting(tx, scene, adviser, called);
    await answer(tx, scene, meeting);
    if (at === 10) await cancelMeeting(tx, scene.services, adviser, meeting.meetingUuid, () => {});
  }
  if (!first) return;
  await callOwn(tx, scene, first, client?.contactUuid);
  await callStaff(tx, scene, first);
}

/** The days around today of the adviser who signs in, each meeting with a client, some with the one who signs in. */
async function callOwn(
  tx: Tx,
  scene: MeetingScene,
  host: Caller,
  signedIn: string | undefined,
): Promise<void> {
  const people = await tx<{ contactUuid: string }[]>`
    select contact_uuid from contacts
     where contact_manager_entity_uuid = ${host.userUuid} and deleted_at is null
       and primary_email is distinct from ${clientEmail}
     order by stage_name is distinct from 'CLIENT', created_at, contact_uuid limit 5`;
  for (const [at, [days, time, minutes]] of ownSlots.entries()) {
    const start = workingDay(scene.now, days).toPlainDateTime(time);
    const guest = at % 3 === 1 && signedIn ? signedIn : people[at % people.length]?.contactUuid;
    const meeting = await callMeeting(tx, scene, host, {
      title: titles[at % titles.length] ?? titles[0],
      ...timesOf(start, minutes),
      contactIds: guest ? [guest] : [],
    });
    await answer(tx, scene, meeting);
  }
}

async function callMeeting(
  tx: Tx,
  { random, now, advisers, services }: MeetingScene,
  adviser: Caller,
  stated: Called,
): Promise<MeetingRow> {
  actAs(tx, adviser);
  const start = Temporal.PlainDateTime.from(stated.startDateTime).toZonedDateTime(timezone);
  const before = start.toInstant().subtract({ hours: 24 * 9 + 3 });
  const yesterday = now.subtract({ hours: 24 });
  await travelTo(tx, Temporal.Instant.compare(before, yesterday) < 0 ? before : yesterday);
  const online = random.chance(0.6);
  // The adviser who signs in is free but for the own meetings.
  const others = advisers.slice(1).filter((each) => each !== adviser);
  return createMeeting(tx, services, adviser, {
    ...stated,
    locationType: online ? 'ONLINE' : 'IN_PERSON',
    locationDetail: online ? null : 'Av. Apoquindo 3000, piso 12, Las Condes',
    meetingLink: online ? 'https://meet.example/andes' : null,
    meetingProvider: online ? 'Meet' : null,
    description: 'Repasaremos la cartera y los próximos pasos.',
    internalNotes: random.chance(0.5) ? 'Preguntar por la herencia.' : null,
    staffIds: random.chance(0.4) ? [random.pick(others).userUuid] : [],
    externalAttendees: random.chance(0.3)
      ? [{ email: 'abogada@estudio.example', name: 'Paula Reyes', language: 'SPANISH' }]
      : [],
  });
}

/** Two days of the whole team in two weeks, which clients do not see. */
async function callStaff(
  tx: Tx,
  { now, advisers, services }: MeetingScene,
  host: Caller,
): Promise<void> {
  actAs(tx, host);
  await travelTo(tx, now.subtract({ hours: 72 }));
  const base = workingDay(now, 0);
  const day = base.add({ days: 17 - base.dayOfWeek });
  await createMeeting(tx, services, host, {
    title: 'Jornada de planificación',
    allDay: true,
    startDateTime: day.toString(),
    endDateTime: day.add({ days: 2 }).toString(),
    timezone,
    locationType: 'IN_PERSON',
    locationDetail: 'Valparaíso',
    staffIds: advisers.filter((each) => each !== host).map((each) => each.userUuid),
  });
}

/** Most have answered at once, and most of those are coming. */
async function answer(tx: Tx, { random }: Scene, meeting: MeetingRow): Promise<void> {
  for (const { participantUuid } of meeting.participants) {
    if (!random.chance(0.75)) continue;
    await recordRsvp(tx, {
      meetingUuid: meeting.meetingUuid,
      participantUuid,
      status: random.chance(0.85) ? 'ACCEPTED' : 'DECLINED',
      source: 'PAGE',
    });
  }
}

async function someClients(tx: Tx, random: Random, adviser: Caller): Promise<string[]> {
  const rows = await tx<{ contactUuid: string }[]>`
    select contact_uuid from contacts
     where contact_manager_entity_uuid = ${adviser.userUuid} and deleted_at is null
       and primary_email is distinct from ${clientEmail}
     order by created_at, contact_uuid limit 12`;
  const uuids = rows.map((row) => row.contactUuid);
  return uuids.filter((_uuid, at) => random.chance(at === 0 ? 0.6 : 0.12));
}

const timesOf = (start: Temporal.PlainDateTime, minutes: number) => ({
  startDateTime: start.toString(),
  endDateTime: start.add({ minutes }).toString(),
  timezone,
});

const today = (now: Temporal.Instant) => now.toZonedDateTimeISO(timezone).toPlainDate();

/** Days from today, put off to Monday when they end on a weekend. */
function withoutWeekend(now: Temporal.Instant, days: number): number {
  const { dayOfWeek } = today(now).add({ days });
  return dayOfWeek > 5 ? days + 8 - dayOfWeek : days;
}

/** Returns the day that many working days after today, which on a weekend is Monday. */
function workingDay(now: Temporal.Instant, days: number): Temporal.PlainDate {
  const first = today(now).add({ days: withoutWeekend(now, 0) });
  const weekday = first.dayOfWeek - 1 + days;
  return first.add({ days: days + 2 * Math.floor(weekday / 5) });
}
