import type { Simulators } from './start-simulators.ts';

/** Says where the demo firm works. */
export const demoZone = 'America/Santiago';

const people = ['adviser@andes.example', 'admin@andes.example'];

/** Something to see in the calendars of the demo firm's people, from the next Monday on. */
export function enterDemo({ a, b }: Simulators): void {
  const now = Temporal.Instant.fromEpochMilliseconds(a.clock.now());
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  const monday = today.add({ days: 8 - today.dayOfWeek });
  const at = (days: number, time: string) => `${monday.add({ days })}T${time}`;
  for (const email of people)
    for (const { person } of [a, b]) {
      const own = person(email);
      own.create({
        title: 'Reunión de equipo',
        start: at(0, '09:00'),
        end: at(0, '09:45'),
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=8'],
      });
      own.create({
        title: 'Revisión con el banco custodio',
        start: at(1, '14:00'),
        end: at(1, '15:00'),
        organizer: 'desk@bank.example',
        location: 'Videollamada',
      });
      own.create({ title: 'Dentista', start: at(3, '08:00'), end: at(3, '08:30') });
    }
}
