import type { Caller } from '@atrium/kit/auth/caller.ts';
import { cancelMeeting } from '../meetings/cancel-meeting.ts';
import { createMeeting } from '../meetings/create-meeting.ts';
import { recordRsvp } from '../meetings/rsvp/record-rsvp.ts';
import type { NewMeeting } from '../meetings/schemas.ts';
import { createNote } from '../notes/create-note.ts';
import words from './assets/words.json' with { type: 'json' };
import type { Family } from './demo-families.ts';
import { plan, type Scene, timezone, workingDay, workingMoment } from './past.ts';

type Answer = 'ACCEPTED' | 'DECLINED' | 'UNKNOWN';
type Plan = {
  host: Caller;
  family: Family | undefined;
  title: string;
  start: Temporal.PlainDateTime;
  minutes: number;
  answer: Answer;
  isCanceled?: boolean;
  /** The whole family is invited, and not only the head of it. */
  isForAll?: boolean;
};

/** The week of the adviser who signs in: working days from today, the hour, the minutes, and what the client said. */
const ownWeek = [
  [-2, '10:00', 60, 'ACCEPTED'],
  [-1, '16:00', 45, 'ACCEPTED'],
  [0, '10:00', 60, 'ACCEPTED'],
  [0, '16:00', 45, 'UNKNOWN'],
  [1, '09:30', 60, 'DECLINED'],
  [1, '12:00', 45, 'UNKNOWN'],
  [2, '12:00', 45, 'UNKNOWN'],
  [3, '15:00', 60, 'ACCEPTED'],
  [4, '11:00', 90, 'ACCEPTED'],
  [7, '11:30', 60, 'UNKNOWN'],
] as const;

/** Plans the meeting in which each family signed, half a year of others, the weeks to come, and the own week of who signs in. */
export function planMeetings(scene: Scene, families: readonly Family[]): void {
  const { random, advisers } = scene;
  const [first] = advisers;
  if (!first) return;
  for (const family of families) {
    const start = workingDay(scene, -Math.round((family.since * 5) / 7)).toPlainDateTime('12:30');
    const signing = { title: 'Firma de documentos', start, minutes: 60, isForAll: true } as const;
    planMeeting(scene, { host: family.by, family, ...signing, answer: 'ACCEPTED' });
  }
  for (let week = 26; week >= -3; week--) {
    const met = families.filter(({ since }) => since > week * 7 + 7);
    for (let left = week > 0 ? 1 + random.below(3) : 5; left > 0 && met.length > 0; left--) {
      const own = met.filter(({ by }) => left === 1 && by === first);
      const family: Family = random.pick(own.length > 0 ? own : met);
      if (week <= 1 && family.by === first) continue;
      const day = workingDay(scene, -week * 5 - random.below(5));
      const start = day.toPlainDateTime({
        hour: 9 + random.below(8),
        minute: 30 * random.below(2),
      });
      const isCanceled = week === -1 && left === 1;
      const answer = random.chance(0.9) || week <= 1 ? 'ACCEPTED' : 'DECLINED';
      const title = random.pick(words.meetings);
      const minutes = random.pick([30, 45, 60]);
      planMeeting(scene, { host: family.by, family, title, start, minutes, answer, isCanceled });
    }
  }
  const own = families.filter(({ by }) => by === first);
  for (const [at, [days, time, minutes, answer]] of ownWeek.entries()) {
    const start = workingDay(scene, days).toPlainDateTime(time);
    const title = words.meetings[at % words.meetings.length] ?? '';
    // The client who signs in, of the first family, is met today and the days after.
    const family = own[at === 3 || at === 6 ? 0 : 1 + (at % Math.max(1, own.length - 1))];
    planMeeting(scene, { host: first, family, title, start, minutes, answer });
  }
  planTeamDays(scene, first);
}

/** Plans a meeting: called days before, answered, and written down afterwards by the adviser who signs in. */
function planMeeting(scene: Scene, stated: Plan): void {
  const { tx, random, now, advisers, services } = scene;
  const { host, family, title, start, minutes, answer, isCanceled, isForAll } = stated;
  const at = start.toZonedDateTime(timezone).toInstant();
  const yesterday = workingMoment(scene, 1);
  const before = at.subtract({ hours: 24 * 7 });
  const isOver = Temporal.Instant.compare(at.add({ minutes }), now) < 0;
  const clients = family?.members.slice(0, isForAll ? undefined : 1) ?? [];
  const online = random.chance(0.5);
  const text = random.pick(words.told);
  let meetingUuid = '';
  const run = async () => {
    const meeting = await createMeeting(tx, services, host, {
      title,
      startDateTime: start.toString(),
      endDateTime: start.add({ minutes }).toString(),
      timezone,
      contactIds: clients.map(({ contactUuid }) => contactUuid),
      locationType: online ? 'ONLINE' : 'IN_PERSON',
      locationDetail: online ? null : 'Av. Apoquindo 3000, piso 12, Las Condes',
      meetingLink: online ? `https://meet.example/andes-${start.dayOfYear}` : null,
      meetingProvider: online ? 'Meet' : null,
      description: 'Repasaremos la cartera y los próximos pasos.',
      notifyHost: false,
    } satisfies NewMeeting);
    meetingUuid = meeting.meetingUuid;
    const note = answer === 'DECLINED' && 'Estaré de viaje. ¿Podemos vernos la otra semana?';
    const said = { meetingUuid, status: answer, source: 'PAGE', ...(note && { note }) } as const;
    for (const { participantUuid } of answer === 'UNKNOWN' ? [] : meeting.participants)
      await recordRsvp(tx, { ...said, participantUuid });
    if (isCanceled) await cancelMeeting(tx, services, host, meetingUuid, () => {});
  };
  plan(scene, host, Temporal.Instant.compare(before, yesterday) < 0 ? before : yesterday, run);
  if (!isOver || isCanceled || host !== advisers[0]) return;
  const about = { entityType: 'MEETING', kind: 'VISIT' } as const;
  plan(scene, host, at.add({ minutes }), () =>
    createNote(tx, host, { ...about, entityUuid: meetingUuid, text }),
  );
}

/** Plans two days of the whole team in two weeks, which clients do not see. */
function planTeamDays(scene: Scene, host: Caller): void {
  const { tx, services, advisers } = scene;
  const base = workingDay(scene, 0);
  const day = base.add({ days: 17 - base.dayOfWeek });
  const run = () =>
    createMeeting(tx, services, host, {
      title: 'Jornada de planificación',
      allDay: true,
      startDateTime: day.toString(),
      endDateTime: day.add({ days: 2 }).toString(),
      timezone,
      locationType: 'IN_PERSON',
      locationDetail: 'Valparaíso',
      staffIds: advisers.filter((each) => each !== host).map((each) => each.userUuid),
    });
  plan(scene, host, workingMoment(scene, 3), run);
}
