import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { momentOf, nowHere, showDay } from '../meeting-time.ts';
import { ownUuid, usePerson } from '../person.ts';
import { today } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { BusyDay } from './busy-day.tsx';
import classes from './form.module.css';
import { type MeetingValues, minutesOf } from './form-values.ts';

type Choose = { values: MeetingValues; choose: (start: string, end: string) => void };
type Props = Choose & {
  /** Who hosts the meeting, and has to be free too; whoever is signed in, of a new one. */
  host?: { id: string; name: string } | undefined;
  /** False where the chosen day is not shown beside. */
  hasDay?: boolean;
};
const most = 12;
const days = 14;

/** The first times at which all are free, to be chosen by one click; and who is taken on the chosen day. */
export function FreeTimes({ values, choose, host, hasDay = true }: Props) {
  const t = useWords('meetings');
  const self = ownUuid(usePerson());
  const [left, setLeft] = useState<readonly string[]>([]);
  const first = host ?? (self ? { id: self, name: '' } : undefined);
  const people = [
    ...(first ? [first] : []),
    ...values.people.filter(({ kind, id }) => kind !== 'EXTERNAL' && id !== first?.id),
  ].map(({ id, name }) => ({ id, name: id === self ? t('form.you') : name }));
  const asked = people.filter(({ id }) => !left.includes(id));
  const nameOf = (uuid: string) => people.find(({ id }) => id === uuid)?.name ?? '';
  const minutes = Math.min(480, Math.max(5, minutesOf(values) ?? 60));
  const zone = values.timezone;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(values.date);
  const day = isDate && values.date > today().toString() ? values.date : today().toString();
  const from = day === today().toString() ? soon(zone) : `${day}T00:00`;
  const slots = useRead(
    'findAvailableSlots',
    {
      body: {
        userUuids: asked.map(({ id }) => id),
        startDateTime: from,
        endDateTime: `${Temporal.PlainDate.from(day).add({ days })}T00:00`,
        timezone: zone,
        durationMinutes: minutes,
        stepMinutes: 30,
        workingHours: { start: '09:00', end: '18:00', days: [1, 2, 3, 4, 5] },
      },
    },
    { enabled: asked.length > 0 && !values.allDay, keepsOld: true },
  );
  return (
    <>
      <Section title={t('form.free')}>
        {values.allDay ? (
          <p className={classes.muted}>{t('form.freeAllDay')}</p>
        ) : asked.length === 0 ? (
          <p className={classes.muted}>{t('form.freeNobody')}</p>
        ) : (
          <Read of={slots} skeleton={<Lines count={4} height={28} />}>
            {({ slots: found, unknownUsers }) => (
              <>
                {unknownUsers.map((uuid) => (
                  <div key={uuid} className={classes.unknown} role="status">
                    <p>{t('form.unreadable', { name: nameOf(uuid) })}</p>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setLeft([...left, uuid])}
                    >
                      {t('form.without', { name: nameOf(uuid) })}
                    </Button>
                  </div>
                ))}
                {left.length > 0 && (
                  <p className={classes.muted}>
                    {t('form.notAsked', { names: left.map(nameOf).join(', ') })}
                  </p>
                )}
                {found.length === 0 && unknownUsers.length === 0 && !slots.isPlaceholderData && (
                  <p className={classes.muted}>{t('form.noSlot', { count: days })}</p>
                )}
                <Slots slots={spread(found)} values={values} choose={choose} />
              </>
            )}
          </Read>
        )}
      </Section>
      {hasDay && isDate && people.length > 0 && <BusyDay values={values} people={people} />}
    </>
  );
}

/** Returns the next quarter of an hour on a zone's clock. */
function soon(zone: string): string {
  const quarter = { smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'ceil' } as const;
  return nowHere().withTimeZone(zone).toPlainDateTime().round(quarter).toString();
}

type Slot = { startDateTime: string; endDateTime: string };

/** Returns a few slots of each day instead of many of the first. */
function spread(slots: readonly Slot[]): Slot[] {
  const perDay = 4;
  const counts = new Map<string, number>();
  return slots
    .filter(({ startDateTime }) => {
      const day = startDateTime.slice(0, 10);
      const count = (counts.get(day) ?? 0) + 1;
      counts.set(day, count);
      return count % 2 === 1 && count <= perDay * 2;
    })
    .slice(0, most);
}

function Slots({ slots, values, choose }: { slots: readonly Slot[] } & Choose) {
  const t = useWords('meetings');
  const byDay = Map.groupBy(slots, ({ startDateTime }) => startDateTime.slice(0, 10));
  return (
    <div className={classes.slots}>
      {[...byDay].map(([day, own]) => (
        <section key={day} aria-label={showDay(Temporal.PlainDate.from(day))}>
          <p className={classes.slotDay}>{showDay(Temporal.PlainDate.from(day), true)}</p>
          <div className={classes.slotTimes}>
            {own.map(({ startDateTime, endDateTime }) => {
              const isChosen =
                startDateTime.startsWith(`${values.date}T${values.start}`) &&
                endDateTime.startsWith(`${values.endDate}T${values.end}`);
              const moment = momentOf(startDateTime, values.timezone);
              return (
                <Button
                  key={startDateTime}
                  size="compact-sm"
                  variant={isChosen ? 'light' : 'default'}
                  aria-pressed={isChosen}
                  aria-label={t('form.takeSlot', {
                    day: showDay(moment.toPlainDate()),
                    time: startDateTime.slice(11, 16),
                  })}
                  onClick={() => choose(startDateTime, endDateTime)}
                >
                  {startDateTime.slice(11, 16)}
                </Button>
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}
