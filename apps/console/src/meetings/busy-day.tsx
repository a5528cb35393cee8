import type { CSSProperties } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import type { Words } from '../i18n/keys.ts';
import { useWords } from '../i18n/words.ts';
import { showDay } from '../meeting-time.ts';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './form.module.css';
import type { MeetingValues } from './form-values.ts';

type Busy = NonNullable<AnswerOf<'checkAvailability'>['availabilities'][number]['busy']>[number];
/** The hours of the day that are drawn. */
const [firstHour, lastHour] = [7, 21];
const hours = [8, 10, 12, 14, 16, 18, 20];

/** Shows who is taken when on the chosen day, each with the reason; what cannot be read is never drawn as free. */
export function BusyDay({
  values,
  people,
}: {
  values: MeetingValues;
  people: readonly { id: string; name: string }[];
}) {
  const t = useWords('meetings');
  const { date, timezone } = values;
  const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
  const busy = useRead(
    'checkAvailability',
    {
      body: {
        userUuids: people.map(({ id }) => id),
        startDateTime: `${date}T00:00`,
        endDateTime: `${next}T00:00`,
        timezone,
        includeBusy: true,
      },
    },
    { enabled: people.length > 0, keepsOld: true },
  );
  return (
    <Section title={t('busy.title', { day: showDay(Temporal.PlainDate.from(date)) })}>
      <Read of={busy} skeleton={<Lines count={people.length + 1} height={36} />}>
        {({ availabilities }) => (
          <div className={classes.busy}>
            <div className={classes.hours} aria-hidden>
              {hours.map((hour) => (
                <span key={hour} style={at(`${hour}:00`)}>
                  {hour}
                </span>
              ))}
            </div>
            {people.map(({ id, name }) => {
              const blocks = availabilities.find(({ userUuid }) => userUuid === id)?.busy ?? [];
              return (
                <div key={id} className={classes.busyRow}>
                  <p className={classes.busyName}>
                    {name}
                    <span className={classes.muted}>
                      {blocks.length === 0
                        ? !busy.isPlaceholderData && t('busy.free')
                        : blocks.map((each) => wordsOf(each, date, t)).join('; ')}
                    </span>
                  </p>
                  <div className={classes.bar} aria-hidden>
                    {blocks.map((each) => (
                      <i
                        key={each.startDateTime}
                        data-reason={each.reason}
                        style={spanOfBlock(each, date)}
                      />
                    ))}
                    {!values.allDay && values.start && values.end && (
                      <b style={{ ...at(values.start), ...width(values.start, values.end) }} />
                    )}
                  </div>
                </div>
              );
            })}
          </div>
        )}
      </Read>
    </Section>
  );
}

const share = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const part = (hour + minute / 60 - firstHour) / (lastHour - firstHour);
  return Math.min(1, Math.max(0, part));
};
const at = (time: string): CSSProperties => ({ left: `${share(time) * 100}%` });
const width = (from: string, to: string): CSSProperties => ({
  width: `${Math.max(0.5, (share(to) - share(from)) * 100)}%`,
});
/** The times of a block within one day. */
const within = ({ startDateTime, endDateTime }: Busy, date: string) => ({
  from: startDateTime < date ? '00:00' : startDateTime.slice(11, 16),
  to: endDateTime.slice(0, 10) > date ? '24:00' : endDateTime.slice(11, 16),
});
const spanOfBlock = (block: Busy, date: string) => {
  const { from, to } = within(block, date);
  return { ...at(from), ...width(from, to) };
};

function wordsOf(block: Busy, date: string, t: Words<'meetings'>): string {
  const { from, to } = within(block, date);
  const isWhole = from === '00:00' && to === '24:00';
  return t(`busy.reason.${block.reason}`, {
    time: isWhole ? t('busy.wholeDay') : `${from}–${to}`,
  });
}
